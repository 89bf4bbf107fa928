/** The address the user wanted before signing in, and the failure of a provider. */
export type SignInSearch = { readonly to?: string; readonly failed?: 'provider' }

/** Reads the address to return to: only a path of this console, never another site. */
export function parseSignInSearch(search: Readonly<Record<string, unknown>>): SignInSearch {
  const { to, failed } = search
  return {
    ...(typeof to === 'string' && isPathHere(to) ? { to } : {}),
    ...(failed === 'provider' ? { failed } : {}),
  }
}

/** Signing in never ends where one signs in. */
function isPathHere(to: string): boolean {
  return /^\/(?![/\\])/.test(to) && !/^(?:\/console)?\/sign-in\b/.test(to)
}
