import type * as OpenZeppelin from '@openzeppelin/merkle-tree'
import type * as Viem from 'viem'
import { loadPeer } from '../runner/peer.ts'

/** A hash of bytes, as other libraries offer it. */
export type PeerHash = (message: Uint8Array) => Uint8Array

/** Makes the tree of a turn's messages. */
export type PeerBuild<Tree> = (messages: readonly Uint8Array[]) => Tree

type MerkleTree = {
  readonly getHexRoot: () => string
  readonly getLeaf: (index: number) => Uint8Array
  readonly getHexProof: (leaf: Uint8Array, index: number) => readonly string[]
}

type Options = { readonly sortPairs: boolean }

/** merkletreejs, its two arguments first. */
type MerkleTreeConstructor = new (
  leaves: readonly Uint8Array[],
  hash: PeerHash,
  options: Options,
) => MerkleTree

/** The peers of trees, each null where it is not installed. */
export type TreePeers = {
  readonly noble: PeerHash | null
  readonly oxWasm: PeerHash | null
  readonly viem: PeerBuild<Viem.Hex> | null
  readonly openzeppelin: PeerBuild<OpenZeppelin.SimpleMerkleTree> | null
  /** Also of OpenZeppelin: the check of a proof. */
  readonly openzeppelinVerifies: typeof OpenZeppelin.SimpleMerkleTree.verify | null
  readonly merkletreejs: PeerBuild<MerkleTree> | null
}

export async function loadTreePeers(): Promise<TreePeers> {
  const noble = (await loadPeer<{ keccak_256: PeerHash }>('@noble/hashes/sha3.js'))?.keccak_256
  const viem = await loadPeer<typeof Viem>('viem')
  const openzeppelin = await loadPeer<typeof OpenZeppelin>('@openzeppelin/merkle-tree')
  const js = await loadPeer<{ MerkleTree: MerkleTreeConstructor }>('merkletreejs')
  return {
    noble: noble ?? null,
    oxWasm: await loadOxWasm(),
    viem: viem === null ? null : (messages) => viemRoot(viem, messages),
    openzeppelin:
      viem === null || openzeppelin === null
        ? null
        : (messages) =>
            openzeppelin.SimpleMerkleTree.of(
              messages.map((message) => viem.keccak256(message)),
              { sortLeaves: false },
            ),
    openzeppelinVerifies: openzeppelin?.SimpleMerkleTree.verify ?? null,
    merkletreejs:
      js === null || noble === undefined
        ? null
        : (messages) => new js.MerkleTree(messages.map(noble), noble, { sortPairs: true }),
  }
}

/** Builds a tree as one would by hand over any hash of bytes: layers, the leaves first. */
export function plainTree(
  messages: readonly Uint8Array[],
  hash: PeerHash,
): readonly (readonly Uint8Array[])[] {
  let layer = messages.map((message) => hash(message))
  const layers = [layer]
  while (layer.length > 1) {
    const above: Uint8Array[] = []
    for (let index = 0; index < layer.length; index += 2) {
      above.push(parentOf(layer[index]!, layer[index + 1]!, hash))
    }
    layers.push(above)
    layer = above
  }
  return layers
}

/** The root that a proof leads to, as one would compute it by hand. */
export function plainRoot(leaf: Uint8Array, proof: Uint8Array, hash: PeerHash): Uint8Array {
  let node = leaf
  for (let index = 0; index < proof.length; index += 32) {
    node = parentOf(node, proof.subarray(index, index + 32), hash)
  }
  return node
}

function parentOf(one: Uint8Array, other: Uint8Array, hash: PeerHash): Uint8Array {
  const isFirst = isLower(one, other)
  const pair = new Uint8Array(64)
  pair.set(isFirst ? one : other)
  pair.set(isFirst ? other : one, 32)
  return hash(pair)
}

function isLower(one: Uint8Array, other: Uint8Array): boolean {
  for (let index = 0; index < 32; index++) {
    if (one[index] !== other[index]) return one[index]! < other[index]!
  }
  return true
}

function viemRoot({ keccak256, concat }: typeof Viem, messages: readonly Uint8Array[]): Viem.Hex {
  let layer = messages.map((message) => keccak256(message))
  while (layer.length > 1) {
    const above: Viem.Hex[] = []
    for (let index = 0; index < layer.length; index += 2) {
      const [left, right] = [layer[index]!, layer[index + 1]!]
      above.push(keccak256(concat(left < right ? [left, right] : [right, left])))
    }
    layer = above
  }
  return layer[0]!
}

type OxHash = { keccak256: (bytes: Uint8Array, options: { as: 'Bytes' }) => Uint8Array }

async function loadOxWasm(): Promise<PeerHash | null> {
  const ox = await loadPeer<{ Hash: OxHash }>('ox')
  const wasm = await loadPeer<{ Engine: { install: () => Promise<void> } }>('ox/wasm')
  if (ox === null || wasm === null) return null
  await wasm.Engine.install()
  return (bytes) => ox.Hash.keccak256(bytes, { as: 'Bytes' })
}
