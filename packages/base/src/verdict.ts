/** The answer to a question: yes, or no with every reason. */
export type Verdict<Reason> =
  | { readonly ok: true }
  | { readonly ok: false; readonly reasons: readonly Reason[] }

/**
 * Turns a list of reasons against into a verdict.
 *
 * @param reasons - every reason found · empty means yes.
 * @returns `ok` exactly when there is no reason.
 */
export function verdictOf<Reason>(reasons: readonly Reason[]): Verdict<Reason> {
  return reasons.length === 0 ? { ok: true } : { ok: false, reasons }
}
