import { keccak_256 } from '@noble/hashes/sha3.js'
import { SimpleMerkleTree } from '@openzeppelin/merkle-tree'
import * as merkle from '@vaultwright/merkle'
import { MerkleTree } from 'merkletreejs'
import { Hash } from 'ox'
import { Engine } from 'ox/wasm'
import { bytesToHex, concat, keccak256 as viemKeccak } from 'viem'
import { assertEqual, measure, preimagesOf, ratiosOf } from './measure.mjs'

const count = Number(process.env.BENCH_LEAVES ?? 16_384)
const messages = preimagesOf(count)
const flat = new Uint8Array(messages.reduce((sum, { length }) => sum + length, 0))
const offsets = new Uint32Array(count + 1)
messages.forEach((message, index) => {
  flat.set(message, offsets[index])
  offsets[index + 1] = offsets[index] + message.length
})

const ours = () => merkle.buildTreeFromMessages(flat, offsets)
const oursOn = (engine) => () => merkle.buildTreeFromMessages(flat, offsets, { engine })

/** A plain tree over any hash of bytes: what one would write by hand. */
function plainTree(hash) {
  const layers = [messages.map(hash)]
  while (layers.at(-1).length > 1) {
    const below = layers.at(-1)
    const layer = []
    for (let index = 0; index < below.length; index += 2) {
      const [low, high] = sorted(below[index], below[index + 1])
      const pair = new Uint8Array(64)
      pair.set(low)
      pair.set(high, 32)
      layer.push(hash(pair))
    }
    layers.push(layer)
  }
  return layers
}

function sorted(one, other) {
  for (let index = 0; index < 32; index++) {
    if (one[index] !== other[index]) {
      return one[index] < other[index] ? [one, other] : [other, one]
    }
  }
  return [one, other]
}

function viemTree() {
  let layer = messages.map((message) => viemKeccak(message))
  while (layer.length > 1) {
    const next = []
    for (let index = 0; index < layer.length; index += 2) {
      const [one, other] = [layer[index], layer[index + 1]]
      next.push(viemKeccak(concat(one < other ? [one, other] : [other, one])))
    }
    layer = next
  }
  return layer[0]
}

const openzeppelin = () =>
  SimpleMerkleTree.of(
    messages.map((message) => viemKeccak(message)),
    { sortLeaves: false },
  )

const merkletreejs = () => new MerkleTree(messages.map(keccak_256), keccak_256, { sortPairs: true })

export async function benchTrees(rounds) {
  await Engine.install()
  const oxHash = (bytes) => Hash.keccak256(bytes, { as: 'Bytes' })
  const tree = ours()
  const root = bytesToHex(merkle.rootOf(tree))
  assertEqual('noble', root, bytesToHex(plainTree(keccak_256).at(-1)[0]))
  assertEqual('ox-wasm', root, bytesToHex(plainTree(oxHash).at(-1)[0]))
  assertEqual('viem', root, viemTree())
  const theirs = openzeppelin()
  assertEqual('openzeppelin', root, theirs.root)
  const js = merkletreejs()
  assertEqual('merkletreejs', root, js.getHexRoot())

  const build = await measure(
    {
      ours,
      noble: () => plainTree(keccak_256),
      viem: viemTree,
      openzeppelin,
      'ox-wasm': () => plainTree(oxHash),
      merkletreejs,
    },
    rounds,
  )
  const fallback = await measure({ js: oursOn('js'), noble: () => plainTree(keccak_256) }, rounds)

  const proofs = await measure(
    {
      ours: () => merkle.proofsHexOf(tree),
      openzeppelin: () => {
        for (let index = 0; index < count; index++) theirs.getProof(index)
      },
      merkletreejs: () => {
        for (let index = 0; index < count; index++) {
          js.getHexProof(js.getLeaf(index), index)
        }
      },
    },
    Math.min(rounds, 3),
  )

  const sample = Array.from({ length: Math.min(10_000, count) }, (_, index) => index)
  const leaves = sample.map((index) => merkle.digestAt(tree, index).slice())
  const bytes = sample.map((index) => merkle.proofOf(tree, index))
  const allHex = merkle.proofsHexOf(tree)
  const leavesHex = leaves.map((leaf) => bytesToHex(leaf))
  const split = bytes.map((proof) =>
    Array.from({ length: proof.length / 32 }, (_, at) => proof.subarray(32 * at, 32 * at + 32)),
  )
  const rootBytes = merkle.rootOf(tree)
  const verify = await measure(
    {
      ours: () => {
        for (const index of sample) {
          if (!merkle.verifyProof(leaves[index], bytes[index], rootBytes)) throw new Error('no')
        }
      },
      noble: () => {
        for (const index of sample) {
          let node = leaves[index]
          for (const sibling of split[index]) {
            const [low, high] = sorted(node, sibling)
            const pair = new Uint8Array(64)
            pair.set(low)
            pair.set(high, 32)
            node = keccak_256(pair)
          }
          assertEqual('noble', 0, Buffer.compare(node, rootBytes))
        }
      },
      'ox-wasm': () => {
        for (const index of sample) {
          let node = leaves[index]
          for (const sibling of split[index]) {
            const [low, high] = sorted(node, sibling)
            const pair = new Uint8Array(64)
            pair.set(low)
            pair.set(high, 32)
            node = oxHash(pair)
          }
          assertEqual('ox-wasm', 0, Buffer.compare(node, rootBytes))
        }
      },
      openzeppelin: () => {
        for (const index of sample) {
          if (!SimpleMerkleTree.verify(root, leavesHex[index], allHex[index])) throw new Error('no')
        }
      },
    },
    Math.min(rounds, 3),
  )
  return [
    ...ratiosOf(`build-${count}`, build),
    ...ratiosOf(`build-${count}-js`, fallback),
    ...ratiosOf(`proofs-${count}`, proofs),
    ...ratiosOf(`verify-${sample.length}`, verify),
  ]
}
