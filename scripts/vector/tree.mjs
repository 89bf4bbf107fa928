// Leaves, trees and proofs of the offline side.
import { printHex } from '@vaultwright/base'
import {
  appendDroneTarget,
  buildLeaf,
  buildLeafTree,
  digestOf,
  legacyPaddingLeaf,
  packedOf,
  paddingLeaf,
} from '@vaultwright/manager'
import { layerOf, proofHexOf, rootOf } from '@vaultwright/merkle'
import { concat } from 'viem'
import { openRandom } from './random.mjs'

const signatures = [
  'approve(address,uint256)',
  'deposit()',
  'supply(address,uint256,address,uint16)',
  'flashLoan(address,address[],uint256[],bytes)',
  'claim(address[],address[],uint256[],bytes32[][])',
]
const entryCounts = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 20]

/** Parallel lists: the parts of leaves, calldata with a drone's suffix where there is one, digests. */
export function leafVectors() {
  const random = openRandom(0x1eaf)
  const rows = entryCounts.flatMap((entries) =>
    [false, true].map((canSendValue) => ({ leaf: drawLeaf(random, entries, canSendValue) })),
  )
  const drones = [
    ...entryCounts.slice(0, 4).map((entries) => ({ entries, arguments: 4, isPadded: true })),
    { entries: 1, arguments: 2, isPadded: false },
    // Too short to be looked at: the flag is ignored.
    { entries: 0, arguments: 0, isPadded: false },
    { entries: 0, arguments: 0, isPadded: true },
  ]
  const all = [...rows.map(plainRow), ...drones.map((drone) => droneRow(random, drone))]
  const paddings = [paddingLeaf, legacyPaddingLeaf(random.account())].map((leaf) =>
    plainRow({ leaf }),
  )
  return parallel([...all, ...paddings])
}

function plainRow({ leaf }) {
  return { leaf, calldata: leaf.selector, answer: packedOf(leaf) }
}

/** The Manager appends the real target to what the decoder answers, when it sees it. */
function droneRow(random, { entries, arguments: words, isPadded }) {
  const leaf = drawLeaf(random, entries, false)
  const target = random.account()
  const data = concat([leaf.selector, random.bytes(32 * words)])
  const padded = appendDroneTarget(data, target)
  const calldata = isPadded
    ? padded
    : concat([data, `0x${padded.slice(2 + 2 * (size(data) + 12))}`])
  const isSeen = size(calldata) >= 68
  const seen = isSeen ? { ...leaf, arguments: [...leaf.arguments, target] } : leaf
  return { leaf: seen, calldata, answer: packedOf(leaf) }
}

function size(hex) {
  return (hex.length - 2) / 2
}

function parallel(rows) {
  return {
    decoders: rows.map(({ leaf }) => leaf.decoder),
    targets: rows.map(({ leaf }) => leaf.target),
    canSendValues: rows.map(({ leaf }) => leaf.canSendValue),
    calldatas: rows.map(({ calldata }) => calldata),
    answers: rows.map(({ answer }) => answer),
    packed: rows.map(({ leaf }) => packedOf(leaf)),
    digests: rows.map(({ leaf }) => printHex(digestOf(leaf))),
  }
}

function drawLeaf(random, entries, canSendValue) {
  return buildLeaf({
    decoder: random.account(),
    target: random.account(),
    canSendValue,
    signature: random.pick(signatures),
    arguments: Array.from({ length: entries }, () => random.account()),
  })
}

const leafCounts = [2, 3, 4, 5, 7, 8, 9, 16, 17, 32, 33, 48, 63, 64]

function trees() {
  const random = openRandom(0x7ee)
  return leafCounts.map((count) => {
    const leaves = Array.from({ length: count }, (_, index) =>
      drawLeaf(random, index % 9, index % 5 === 0),
    )
    // A tree may hold the same leaf twice: both copies have a proof.
    if (count > 4) leaves[3] = leaves[1]
    return buildLeafTree(leaves)
  })
}

/** For each tree its digests without padding, its capacity, its root, and all layers from leaves to root. */
export function treeVectors() {
  const made = trees()
  return {
    leafCounts: made.map(({ leaves }) => leaves.length),
    capacities: made.map(({ tree }) => tree.capacity),
    roots: made.map(({ tree }) => printHex(rootOf(tree))),
    layers: made.map(({ tree }) =>
      Array.from({ length: tree.depth + 1 }, (_, level) => rowsOf(layerOf(tree, level))).flat(),
    ),
  }
}

/** Parallel lists: root, digest and proof, siblings from the bottom up in one text. */
export function proofVectors() {
  const rows = trees().flatMap(({ tree }) => {
    const last = tree.capacity - 1
    const positions = [...new Set([0, 1, 3, tree.capacity >> 1, last].filter((at) => at <= last))]
    return positions.map((position) => ({
      root: printHex(rootOf(tree)),
      position,
      digest: rowsOf(layerOf(tree, 0))[position],
      proof: concat(proofHexOf(tree, position)),
    }))
  })
  return {
    roots: rows.map(({ root }) => root),
    positions: rows.map(({ position }) => position),
    digests: rows.map(({ digest }) => digest),
    proofs: rows.map(({ proof }) => proof),
  }
}

function rowsOf(bytes) {
  return Array.from({ length: bytes.length / 32 }, (_, row) =>
    printHex(bytes.subarray(32 * row, 32 * row + 32)),
  )
}
