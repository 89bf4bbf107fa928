/** Addresses that stand beside the console's own, because links to them exist without it. */
const linked = '/simulations/'
const base = '/console'

/**
 * Maps addresses of the browser to addresses of screens and back: screens are under `/console`, but a
 * simulation keeps the address that its link has.
 */
export const consoleAddresses = {
  input: ({ url }: { readonly url: URL }): URL => {
    if (url.pathname === base) url.pathname = '/'
    else if (url.pathname.startsWith(`${base}/`)) url.pathname = url.pathname.slice(base.length)
    return url
  },
  output: ({ url }: { readonly url: URL }): URL => {
    if (!url.pathname.startsWith(linked)) url.pathname = base + url.pathname
    return url
  },
}
