import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TreeFile } from '@vaultwright/formats'
import {
  accountOf,
  type ComparedHashes,
  hashPacket,
  judgePacket,
  nothingCompared,
  type Packet,
  type PacketVerdict,
} from '@vaultwright/packet'
import { callContextOf, ruleBook } from '@vaultwright/protocols'

const folder = join(import.meta.dirname, '../../fixtures')
const naming = callContextOf(1, null)

/** The account that a packet of a test is for, where the packet does not name it. */
export type PacketAccount = Parameters<typeof hashPacket>[1]

/** Reads a committed packet. */
export function packetText(name: string): string {
  return readFileSync(join(folder, 'safe', name), 'utf8').trim()
}

/** Reads the committed tree of the packets. */
export function packetTreeText(): string {
  return readFileSync(join(folder, 'trees/example-1024.json'), 'utf8')
}

/** The hashes of a packet as an honest device shows them. */
export function shownHashesOf(packet: Packet, account: PacketAccount): ComparedHashes {
  const hashed = hashPacket(packet, account)
  return hashed.ok ? hashed.shown : nothingCompared
}

/** Judges a packet whose hashes were compared, by a tree that the reader gave. */
export function judgeByTree(
  packet: Packet,
  { tree, metadata }: TreeFile,
  account: Partial<PacketAccount>,
  compared?: ComparedHashes,
): PacketVerdict {
  const whole = { ...accountOf(packet), ...account }
  return judgePacket(packet, {
    account: whole,
    compared: compared ?? shownHashesOf(packet, whole),
    isOtherOnDevice: false,
    root: {
      root: null,
      origin: 'tree',
      tree,
      isContradictory: false,
      manager: metadata.manager,
      strategist: null,
      provenManager: null,
      chainId: null,
      block: null,
      managerTree: null,
    },
    simulation: null,
    rules: ruleBook,
    reads: {},
    naming,
  })
}
