import { type Deflate, encodeFragment } from './fragment.ts'
import type { HandOver } from './hand-over.ts'
import { printPacketFile } from './packet-file.ts'

/** A packet with all that is beside it. */
export type WholePacket = {
  readonly text: string
  readonly handOver: HandOver
  /** JSON; null without one. */
  readonly witness: string | null
}

/** A link, and what of the packet's company it has no room for, in words. */
export type FittedLink = { readonly link: string; readonly leftOut: readonly string[] }

/** The page that opens a link, and the characters that the whole link may have; null for the limit of a fragment alone. */
export type LinkTarget = { readonly base: string; readonly limit: number | null }

/**
 * Makes the link that holds a packet and as much beside it as fits: the witness is left out first, then
 * the trees, and the proof of the root last.
 *
 * @returns null when not even the packet fits.
 */
export async function fitPacketLink(
  { text, handOver, witness }: WholePacket,
  { base, limit }: LinkTarget,
  deflate: Deflate,
): Promise<FittedLink | null> {
  const withoutTrees = { ...handOver, tree: null, managerTree: null }
  const bare = { ...withoutTrees, rootProof: null }
  const steps = [
    { beside: handOver, evidence: witness },
    { beside: handOver, evidence: null },
    { beside: withoutTrees, evidence: null },
    { beside: bare, evidence: null },
  ]
  for (const { beside, evidence } of steps) {
    const fragment = await encodeFragment(printPacketFile(text, evidence, beside), deflate)
    const link = fragment === null ? null : `${base}#${fragment}`
    if (link === null || (limit !== null && link.length > limit)) continue
    const leftOut = [
      ...(witness !== evidence ? ['the witness'] : []),
      ...(handOver.tree !== beside.tree ? ['the tree'] : []),
      ...(handOver.managerTree !== beside.managerTree
        ? ["the tree of the Manager's own root"]
        : []),
      ...(handOver.rootProof !== beside.rootProof ? ['the proof of the root'] : []),
    ]
    return { link, leftOut }
  }
  return null
}
