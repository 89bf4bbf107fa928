import type { Revision } from '@vaultwright/store'

/** What stood at a moment: a revision, what stands now, or nothing yet. */
export type Standing =
  | { readonly kind: 'revision'; readonly revision: Revision }
  | { readonly kind: 'now' }
  | { readonly kind: 'nothing' }

/** When what stands now came, as far as that was noted. */
export type NowSince = { readonly sinceUnix: bigint | null }

/** Finds what stood at a moment. */
export function standingAt(
  revisions: readonly Revision[],
  now: NowSince | null,
  atUnix: bigint | null,
): Standing {
  if (atUnix === null) return { kind: 'now' }
  const revision = revisions.find(({ untilUnix }) => untilUnix > atUnix)
  if (revision !== undefined) {
    const isThere = revision.sinceUnix === null || revision.sinceUnix <= atUnix
    return isThere ? { kind: 'revision', revision } : { kind: 'nothing' }
  }
  if (now === null) return { kind: 'nothing' }
  const since = laterOf(revisions.at(-1)?.untilUnix ?? null, now.sinceUnix)
  return since === null || since <= atUnix ? { kind: 'now' } : { kind: 'nothing' }
}

/** After a day was withdrawn nothing stood until it was read again. */
function laterOf(one: bigint | null, other: bigint | null): bigint | null {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}
