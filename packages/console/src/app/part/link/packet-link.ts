import {
  type Deflate,
  decodeFragment,
  encodeFragment,
  type HandOver,
  type Inflate,
  printPacketFile,
} from '@vaultwright/packet'

/** A packet with all that is beside it. */
export type WholePacket = {
  readonly text: string
  readonly handOver: HandOver
  /** JSON; null without one. */
  readonly witness: string | null
}

/** A link, and what of the packet's company it has no room for, in words. */
export type FittedLink = { readonly link: string; readonly leftOut: readonly string[] }

/** Makes bytes fewer, with what the browser has. */
const deflate: Deflate = async (bytes) =>
  readAll(stream(bytes).pipeThrough(new CompressionStream('deflate-raw')), Number.POSITIVE_INFINITY)

const inflate: Inflate = async (bytes, limit) =>
  readAll(stream(bytes).pipeThrough(new DecompressionStream('deflate-raw')), limit)

/** Takes the packet out of a link; null when the link holds none. */
export function readPacketLink(fragment: string): Promise<string | null> {
  return decodeFragment(fragment, inflate)
}

/** Makes the link that holds a packet; null when the packet is too large for one. */
export async function packetLinkOf(text: string, base: string): Promise<string | null> {
  const fragment = await encodeFragment(text, deflate)
  return fragment === null ? null : `${base}#${fragment}`
}

/**
 * Makes the link that holds a packet and as much beside it as fits: the witness is left out first, then
 * the trees, and the proof of the root last.
 *
 * @param limit - characters of the whole link; null for the limit of a fragment alone.
 * @returns null when not even the packet fits.
 */
export async function fitPacketLink(
  { text, handOver, witness }: WholePacket,
  base: string,
  limit: number | null = null,
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
    const link = await packetLinkOf(printPacketFile(text, evidence, beside), base)
    if (link === null || (limit !== null && link.length > limit)) continue
    const leftOut = [
      ...(witness !== evidence ? ['the witness'] : []),
      ...(handOver.tree !== beside.tree ? ['the tree'] : []),
      ...(handOver.rootProof !== beside.rootProof ? ['the proof of the root'] : []),
    ]
    return { link, leftOut }
  }
  return null
}

function stream(bytes: Uint8Array): ReadableStream<BufferSource> {
  return new Blob([bytes as Uint8Array<ArrayBuffer>]).stream()
}

async function readAll(bytes: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const reader = bytes.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length
    if (size > limit) {
      await reader.cancel()
      throw new RangeError('it unfolds to more than is read')
    }
    chunks.push(part.value as Uint8Array<ArrayBuffer>)
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}
