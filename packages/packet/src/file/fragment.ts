import { BaseError } from '@vaultwright/base'

/** The longest link that holds a packet, in characters after `#`. */
const longestFragment = 32 * 1024

/** Compresses and restores bytes; the platform's, since this room has none. */
export type Deflate = (bytes: Uint8Array) => Promise<Uint8Array>
/** Gives back the bytes; throws a RangeError at the first byte beyond the limit. */
export type Inflate = (bytes: Uint8Array, limit: number) => Promise<Uint8Array>

const name = 'packet='
const version = '1'
const largestText = 2 * 1024 * 1024

/**
 * Puts a packet into the fragment of a link: the version of the form, a dot, and base64url of raw deflate.
 *
 * @returns `packet=1.…` without the `#`; null when it is longer than 32 kB or unfolds to more than
 * 2 MiB, so that it has to be a file.
 */
export async function encodeFragment(text: string, deflate: Deflate): Promise<string | null> {
  const unfolded = new TextEncoder().encode(text)
  if (unfolded.length > largestText) return null
  const bytes = await deflate(unfolded)
  const fragment = `${name}${version}.${base64UrlOf(bytes)}`
  return fragment.length > longestFragment ? null : fragment
}

/**
 * Takes a packet out of the fragment of a link.
 *
 * @param fragment - with or without `#`.
 * @returns the packet's text; null when the fragment holds none.
 * @throws {PacketFragmentError} when it was cut or changed, is too long, unfolds to more than 2 MiB, is of
 * another version, or holds two packets.
 */
export async function decodeFragment(fragment: string, inflate: Inflate): Promise<string | null> {
  const bare = fragment.replace(/^#/, '')
  if (!bare.startsWith(name)) return null
  if (bare.length > longestFragment) throw new PacketFragmentError('is longer than 32 kB')
  if (bare.lastIndexOf(name) > 0)
    throw new PacketFragmentError('is not alone: the link holds two, and shows neither')
  try {
    const bytes = await inflate(bytesOf(packedIn(bare.slice(name.length))), largestText)
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof PacketFragmentError) throw error
    if (error instanceof RangeError)
      throw new PacketFragmentError('unfolds to more than 2 MiB, and was not read')
    throw new PacketFragmentError('was cut or changed on its way')
  }
}

/** Links of before the version was named have none. */
function packedIn(text: string): string {
  const dot = text.indexOf('.')
  if (dot < 0) return text
  const stated = text.slice(0, dot)
  if (stated === version) return text.slice(dot + 1)
  throw new PacketFragmentError(
    `is of version ${JSON.stringify(stated.slice(0, 12))}; this page reads version ${version}`,
  )
}

function base64UrlOf(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function bytesOf(text: string): Uint8Array {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) throw new PacketFragmentError('was cut or changed on its way')
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/** The fragment of a link does not hold a whole packet. */
class PacketFragmentError extends BaseError {
  override readonly code = 'packet_fragment'
  override readonly kind = 'damaged_data'

  constructor(why: string) {
    super({
      message: `The packet in the link ${why}. Ask for the packet as a file.`,
      facts: { why },
    })
  }
}
