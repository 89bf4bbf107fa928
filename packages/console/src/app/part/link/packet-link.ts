import {
  type Deflate,
  decodeFragment,
  encodeFragment,
  type FittedLink,
  fitPacketLink as fitLink,
  type Inflate,
  type WholePacket,
} from '@vaultwright/packet'

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

/** Makes the link that holds a packet and as much beside it as fits, as `fitPacketLink` of the packet does. */
export function fitPacketLink(
  whole: WholePacket,
  base: string,
  limit: number | null = null,
): Promise<FittedLink | null> {
  return fitLink(whole, { base, limit }, deflate)
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
