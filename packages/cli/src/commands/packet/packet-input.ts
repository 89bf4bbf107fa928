import { inflateRawSync } from 'node:zlib'
import { decodeFragment, type Inflate } from '@vaultwright/packet'
import { readWord } from '../../input/input.ts'
import type { Context } from '../../terminal/context.ts'

const inflate: Inflate = async (bytes, limit) => inflateRawSync(bytes, { maxOutputLength: limit })

/** Reads a packet: hex or JSON as it is, the packet of a link, a file with or without `@`, or `-`. */
export async function readPacketText(word: string, context: Context): Promise<string> {
  const mark = word.indexOf('#packet=')
  const linked = mark < 0 ? null : await decodeFragment(word.slice(mark), inflate)
  if (linked !== null) return linked
  const isText = word === '-' || /^(@|0x[0-9a-fA-F]*$|\s*[{[])/.test(word)
  return readWord(isText ? word : `@${word}`, context)
}
