/** For so many days a number from 1 to 3 answers the question how it was. After that it is a message like any other. */
export const RATING_DAYS = 3
