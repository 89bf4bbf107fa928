/**
 * Reads the secret of an invitation out of the address.
 *
 * @returns the secret; null without one.
 */
export function inviteSecretOf({ hash }: Pick<Location, 'hash'>): string | null {
  return hash.length < 2 ? null : hash.slice(1)
}

/** Takes the secret out of the address: neither the history nor a copied address keeps it. */
export function hideInviteSecret({
  location,
  history,
}: Pick<Window, 'location' | 'history'>): void {
  if (inviteSecretOf(location) === null) return
  history.replaceState(history.state, '', `${location.pathname}${location.search}`)
}
