export type NodeArchives = {
  readonly version: string
  readonly files: ReadonlyMap<string, string>
}
export const platforms: readonly string[]
export function openNodes(
  folder: string | undefined,
  options: { readonly chosen: readonly string[]; readonly tested: string },
): NodeArchives
export function takeNode(nodes: NodeArchives, platform: string, place: string): string
export class NodeArchiveError extends Error {
  readonly code: string
  readonly facts: Readonly<Record<string, unknown>>
}
