/** For so many days a number from 1 to 3 answers the question how it was. After that it is a message like any other. */
export const RATING_DAYS = 3

/** For so many minutes after the question also a text that is no number is taken for an answer to it. */
export const RATING_ANSWER_MINUTES = 60

/** What the customer writes for so many minutes after the rating is kept with the rating. */
export const RATING_COMMENT_MINUTES = 10
