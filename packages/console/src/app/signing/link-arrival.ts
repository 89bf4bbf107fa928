// A link's packet is in its fragment. It is taken before the router reads the address, so that it is
// in no history, and no server has ever seen it.
let arrived: string | null = null

/** Takes the packet's part out of the address bar, and keeps it for the signing room. */
export function takeLink(): void {
  const { hash } = location
  const start = hash.indexOf('packet=')
  if (start < 0) return
  arrived = hash.slice(start)
  const route = isOffline ? '#/sign' : ''
  history.replaceState(history.state, '', `${location.pathname}${location.search}${route}`)
}

/** Gives out the link's packet once. */
export function arrivedLink(): string | null {
  const link = arrived
  arrived = null
  return link
}
