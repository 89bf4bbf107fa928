import { printHex } from '@vaultwright/base'
import { digestOf, encodeManage, leafAt, type ManageCall } from '@vaultwright/manager'
import { concatHex, type Hex } from 'viem'
import { approve, batchOf, callOf, ether, positionOf, prove, proveBy, treeOf } from './call.ts'
import { type Made, type MatrixCase, refusals } from './case.ts'
import { accountOf, type MatrixWorld } from './world.ts'

const { silent, unproven } = refusals

const supply = ({ of, vault }: MatrixWorld, to = vault) =>
  callOf(of('Aave pool'), 'supply(address asset, uint256 amount, address to, uint16 code)', {
    args: [of('WETH'), 0n, to, 0],
  })
const permitted = (world: MatrixWorld) => approve(world.of('WETH'), world.of('Aave pool'), ether)

/** A permitted call, changed after it was proven. */
const changed =
  (change: (call: ManageCall, world: MatrixWorld) => Partial<ManageCall>) =>
  (world: MatrixWorld): Made => {
    const call = prove(world.main, permitted(world))
    const batch = [prove(world.main, permitted(world)), { ...call, ...change(call, world) }]
    return { tree: world.main, data: encodeManage(batch) }
  }
const refused = unproven(1)
const padded = (digits: string): Hex => `0x${digits}`

/** Proofs, and what a leaf binds of a call. */
export const proofCases: readonly MatrixCase[] = [
  {
    name: 'a proof with one bit flipped',
    make: changed(({ proof: [first, ...rest] }) => ({ proof: [flipped(first!), ...rest] })),
    refused,
  },
  {
    name: 'a proof with its last bit flipped',
    make: changed(({ proof }) => ({ proof: [...proof.slice(0, -1), flipped(proof.at(-1)!)] })),
    refused,
  },
  {
    name: 'a proof that is one too short',
    make: changed(({ proof }) => ({ proof: proof.slice(0, -1) })),
    refused,
  },
  {
    name: 'a proof that is one too long',
    make: changed(({ proof }) => ({ proof: [...proof, proof[0]!] })),
    refused,
  },
  {
    name: 'a proof upside down',
    make: changed(({ proof }) => ({ proof: proof.toReversed() })),
    refused,
  },
  { name: 'no proof at all', make: changed(() => ({ proof: [] })), refused },
  {
    name: 'the proof of another leaf',
    make: (world) => {
      const otherPosition = positionOf(world.main, approve(world.of('USDC'), world.of('Aave pool')))
      const call = proveBy(world.main, otherPosition, permitted(world))
      return { tree: world.main, data: encodeManage([call]) }
    },
    refused: unproven(0),
  },
  {
    name: 'the proof of another leaf, only the root known',
    make: (world) => {
      const otherPosition = positionOf(world.main, approve(world.of('USDC'), world.of('Aave pool')))
      const call = proveBy(world.main, otherPosition, permitted(world))
      return { tree: null, data: encodeManage([call]) }
    },
    refused: unproven(0),
  },
  {
    name: 'a permitted call, only the root known',
    make: (world) => ({ tree: null, data: batchOf(world.main, permitted(world)) }),
    refused: null,
  },
  {
    name: 'another target',
    make: changed((_, { of }) => ({ target: of('DAI') })),
    refused,
  },
  {
    name: 'another spender',
    make: changed((_, { of }) => ({ data: approve(of('WETH'), accountOf('thief')).data })),
    refused,
  },
  {
    name: 'another function with the same argument',
    make: changed(({ data }) => ({ data: `0xa9059cbb${data.slice(10)}` })),
    refused,
  },
  {
    name: 'another amount: no leaf binds it',
    make: changed((_, { of }) => ({
      data: approve(of('WETH'), of('Aave pool'), 2n ** 256n - 1n).data,
    })),
    refused: null,
  },
  {
    name: 'a foreign beneficiary',
    make: (world) => {
      const call = supply(world)
      const proven = { ...prove(world.main, call), data: supply(world, accountOf('thief')).data }
      return { tree: world.main, data: encodeManage([proven]) }
    },
    refused: unproven(0),
  },
  {
    name: 'one byte behind the arguments',
    make: changed(({ data }) => ({ data: concatHex([data, '0x01']) })),
    refused: null,
  },
  {
    name: '100 bytes behind the arguments',
    make: changed(({ data }) => ({ data: concatHex([data, padded('5a'.repeat(100))]) })),
    refused: null,
  },
  {
    name: 'calldata without its last byte',
    make: changed(({ data }) => ({ data: data.slice(0, -2) as Hex })),
    refused: silent(1),
  },
  {
    name: 'a selector alone',
    make: changed(({ data }) => ({ data: data.slice(0, 10) as Hex })),
    refused: silent(1),
  },
  {
    name: 'three bytes of calldata',
    make: changed(({ data }) => ({ data: data.slice(0, 8) as Hex })),
    refused: unsupported(1),
  },
  { name: 'no calldata', make: changed(() => ({ data: '0x' })), refused: unsupported(1) },
  {
    name: 'an address with a bit above its 20 bytes',
    make: changed(({ data }) => ({ data: `${data.slice(0, 10)}01${data.slice(12)}` as Hex })),
    refused: silent(1),
  },
  {
    name: 'a single leaf is its own root: an empty proof',
    make: (world) => {
      const from = world.strategistOf('one leaf', leafRoot(world))
      const call = { ...permitted(world), decoder: world.of('Decoder'), proof: [] }
      return { from, tree: null, data: encodeManage([call]) }
    },
    refused: null,
  },
  {
    name: 'a single leaf with a proof',
    make: (world) => {
      const from = world.strategistOf('one leaf, proof', leafRoot(world))
      const proof = prove(world.main, permitted(world)).proof
      const call = { ...permitted(world), decoder: world.of('Decoder'), proof }
      return { from, tree: null, data: encodeManage([call]) }
    },
    refused: unproven(0),
  },
  {
    name: 'two leaves that are the same',
    make: (world) => {
      const tree = treeOf(world, approval(world), approval(world))
      const from = world.strategistOf('two leaves', tree)
      return { from, tree, data: batchOf(tree, permitted(world)) }
    },
    refused: null,
  },
]

function approval({ of }: MatrixWorld) {
  return { target: of('WETH'), signature: 'approve(address,uint256)', args: [of('Aave pool')] }
}

/** Trees have two slots at least; a root of one leaf is its digest. */
function leafRoot(world: MatrixWorld): Hex {
  return printHex(digestOf(leafAt(treeOf(world, approval(world)), 0)!))
}

function flipped(word: Hex): Hex {
  const last = Number.parseInt(word.at(-1)!, 16) ^ 1
  return `${word.slice(0, -1)}${last.toString(16)}` as Hex
}

function unsupported(...path: number[]) {
  return refusals.named('BaseDecoderAndSanitizer__FunctionSelectorNotSupported', ...path)
}
