import { printHex } from '@vaultwright/base'
import * as merkle from '@vaultwright/merkle'
import type { Figure } from '../figure.ts'
import { assertEqual, measure, ratiosOf } from '../measure.ts'
import { type Messages, messagesOf } from './message.ts'
import { loadTreePeers, type PeerHash, plainTree, type TreePeers } from './peer.ts'

type BuildSize = {
  /** A power of two. */
  readonly leaves: number
  readonly rounds: number
}

export const sizes = {
  full: { leaves: 16_384, rounds: 9 },
  tiny: { leaves: 8, rounds: 1 },
} as const satisfies Record<string, BuildSize>

/** A tree of messages, none twice, with our kernel and without WebAssembly; and the hashes that it takes. */
export async function benchBuild({ leaves, rounds }: BuildSize): Promise<readonly Figure[]> {
  const peers = await loadTreePeers()
  const turns = Array.from({ length: rounds + 1 }, (_, turn) => messagesOf(turn, leaves))
  for (const messages of [turns[0]!, turns.at(-1)!]) assertSameRoot(messages, peers)
  const each = (work: ((messages: Messages) => unknown) | null) =>
    work === null ? null : (turn: number) => work(turns[turn]!)
  const plain = (hash: PeerHash | null) => hash && each(({ list }) => plainTree(list, hash))
  const byPeer = (work: ((list: readonly Uint8Array[]) => unknown) | null) =>
    work && each(({ list }) => work(list))
  const name = `build-${leaves}`
  const build = await measure(
    {
      ours: each((messages) => rootOf(messages)),
      noble: plain(peers.noble),
      viem: byPeer(peers.viem),
      openzeppelin: byPeer(peers.openzeppelin),
      'ox-wasm': plain(peers.oxWasm),
      merkletreejs: byPeer(peers.merkletreejs),
    },
    rounds,
  )
  const fallback = await measure(
    { ours: each((messages) => rootOf(messages, 'js')), noble: plain(peers.noble) },
    rounds,
  )
  return [
    ...ratiosOf(name, build, { fresh: true }),
    ...ratiosOf(`${name}-js`, fallback, { fresh: true }),
    countHashes(`${name}-hashes`, turns[0]!),
  ]
}

function rootOf({ data, offsets }: Messages, engine?: merkle.KeccakEngineName): Uint8Array {
  const options = engine === undefined ? {} : { engine }
  return merkle.rootOf(merkle.buildTreeFromMessages(data, offsets, options))
}

function countHashes(name: string, { data, offsets }: Messages): Figure {
  const { engine, work } = merkle.buildCountingEngine(merkle.engineOf('js'))
  merkle.buildTreeFromMessages(data, offsets, { engine })
  const { hashes } = work()
  return { name, peer: null, unit: 'count', ours: hashes, theirs: null, ratio: null, fresh: true }
}

function assertSameRoot(messages: Messages, peers: TreePeers): void {
  const { list } = messages
  const root = printHex(rootOf(messages))
  const plainRoot = (hash: PeerHash) => printHex(plainTree(list, hash).at(-1)![0]!)
  assertEqual('js', root, printHex(rootOf(messages, 'js')))
  if (peers.noble) assertEqual('noble', root, plainRoot(peers.noble))
  if (peers.oxWasm) assertEqual('ox-wasm', root, plainRoot(peers.oxWasm))
  if (peers.viem) assertEqual('viem', root, peers.viem(list))
  if (peers.openzeppelin) assertEqual('openzeppelin', root, peers.openzeppelin(list).root)
  if (peers.merkletreejs) assertEqual('merkletreejs', root, peers.merkletreejs(list).getHexRoot())
}
