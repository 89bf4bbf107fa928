/** Does the same work once for all who ask while it is being done. */
export type SingleFlight = <Value>(name: string, work: () => Promise<Value>) => Promise<Value>

/** Makes a place where work is shared. @returns it; nothing is remembered after the work is done. */
export function openSingleFlight(): SingleFlight {
  const open = new Map<string, Promise<unknown>>()
  return (name, work) => {
    const known = open.get(name)
    if (known !== undefined) return known as ReturnType<typeof work>
    const begun = work().finally(() => open.delete(name))
    open.set(name, begun)
    return begun
  }
}
