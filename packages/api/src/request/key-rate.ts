import { RequestInvalidError } from './request-check.ts'

/**
 * Refuses a rate that only the operator may give: an admin does not say how much of the service the
 * tenant may have.
 *
 * @throws {RequestInvalidError}
 */
export function assertKeyRate(rate: number | null, most: number): void {
  if (rate === null || rate <= most) return
  const msg = `A key may be given ${most} requests a minute at most. Ask the operator for more.`
  const loc = ['body', 'rate_per_minute']
  throw new RequestInvalidError([
    { loc, msg, type: 'less_than_equal', input: rate, ctx: { le: most } },
  ])
}
