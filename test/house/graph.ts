/**
 * Finds a circle in a graph.
 *
 * @param arrows - by node: the nodes that it points at.
 * @returns the path that closes the first circle; empty when there is none.
 */
export function circleIn(arrows: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>()
  const path: string[] = []
  const visit = (node: string): readonly string[] => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node]
    if (done.has(node)) return []
    path.push(node)
    for (const next of arrows.get(node) ?? []) {
      const circle = visit(next)
      if (circle.length > 0) return circle
    }
    path.pop()
    done.add(node)
    return []
  }
  for (const node of arrows.keys()) {
    const circle = visit(node)
    if (circle.length > 0) return circle
  }
  return []
}
