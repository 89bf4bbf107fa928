import { deflateRawSync } from 'node:zlib'
import type { Address } from '@vaultwright/base'
import {
  type Deflate,
  type FittedLink,
  fitPacketLink,
  type Packet,
  type PacketAccount,
} from '@vaultwright/packet'
import { text } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { readInput, textOf } from '../../input/input.ts'
import type { Context } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printSafely } from '../../terminal/table.ts'

/** The option that asks for a link to hand over. */
export const linkOption = {
  link: text(
    'Prints the one link that holds the packet and what a signer needs beside it, for the signing room of this console, as in https://vaults.example',
    'url',
  ),
} as const

/** The signing room of a console, by the console's address. */
export function signingRoomOf(word: string): string {
  const url = URL.canParse(word) ? new URL(word) : null
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.password !== ''
  ) {
    throw new UsageError(
      `--link cannot be ${JSON.stringify(word)}. Give the address of the console, as in https://vaults.example.`,
      { option: 'link', value: word },
    )
  }
  return `${url.origin}/console/sign`
}

type LinkSubject = {
  readonly packet: Packet
  readonly account: PacketAccount
  readonly vault: Address | null
  readonly base: string
}

type LinkFiles = {
  readonly tree: string | undefined
  readonly 'manager-tree': string | undefined
  readonly 'root-proof': string | undefined
  readonly witness: string | undefined
}

/** Makes the link that holds a packet with the files that the command was given; null where it is too large. */
export async function linkOf(
  { packet, account, vault, base }: LinkSubject,
  files: LinkFiles,
  context: Context,
): Promise<FittedLink | null> {
  const read = async (path: string | undefined) =>
    path === undefined ? null : textOf(await readInput(path, context), path)
  const { safe, chainId, version, nonce } = account
  const stated = packet.handOver
  const handOver = {
    safe,
    chainId,
    version,
    nonce,
    vault: vault ?? stated?.vault ?? null,
    tree: (await read(files.tree)) ?? stated?.tree ?? null,
    managerTree: (await read(files['manager-tree'])) ?? stated?.managerTree ?? null,
    rootProof: (await read(files['root-proof'])) ?? stated?.rootProof ?? null,
    simulationId: packet.simulationId,
  }
  const witness = (await read(files.witness)) ?? packet.witness
  return fitPacketLink({ text: packet.text, handOver, witness }, { base, limit: null }, deflate)
}

/** Prints the link, or why there is none: `isNo` where something speaks against signing. */
export function* printLink(
  link: FittedLink | null,
  isNo: boolean,
  style: TextStyle,
): Iterable<string> {
  yield '\n'
  if (link === null) {
    const reason = isNo ? 'the answer is No' : 'the packet is too large, send it as a file'
    yield style.yellow(`No link: ${reason}.\n`)
    return
  }
  yield `${printSafely(link.link)}\n`
  if (link.leftOut.length > 0)
    yield style.yellow(
      `The link has no room for ${link.leftOut.join(' and ')}: send it as a file.\n`,
    )
}

const deflate: Deflate = async (bytes) => deflateRawSync(bytes)
