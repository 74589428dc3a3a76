/** The first and the last day (yyyy-MM-dd) of those on which contacts came that another page asks for. */
export interface CameBetween {
  readonly from: string
  readonly to: string
}
