/** Days in which a number from 1 to 3 answers the rating question. Afterwards it is an ordinary message. */
export const RATING_DAYS = 3

/** Minutes after the question in which a text without a number also counts as an answer. */
export const RATING_ANSWER_MINUTES = 60

/** Minutes after the rating in which further texts of the customer belong to the rating. */
export const RATING_COMMENT_MINUTES = 10
