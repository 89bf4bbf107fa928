import type { Hex } from '@vaultwright/base'
import type { OpStackHardfork } from '@vaultwright/registry'
import { test } from 'vitest'
import { comparePrograms } from './compare-programs.ts'
import { type Program, programs } from './program.ts'

const push4 = (value: number) => `63${value.toString(16).padStart(8, '0')}`

/** A call of a precompile with so many zeros: whether it succeeded, and the size of its answer. */
function zerosTo(address: number, size: number): Program {
  const call = `5f5f${push4(size)}5f${push4(address)}${push4(30_000_000)}fa`
  const code: Hex = `0x5f${push4(size)}52${call}5f523d60205260405ff3`
  return { name: `precompile ${address} with ${size} zeros`, code, data: '0x', value: 0n }
}

const pairsOfBn254 = (...counts: readonly number[]) =>
  counts.map((count) => zerosTo(0x08, count * 192))
const blsUpTo = (g1: number, g2: number, pairs: number) => [
  zerosTo(0x0c, g1 * 160),
  zerosTo(0x0e, g2 * 288),
  zerosTo(0x0f, pairs * 384),
]
/** A signature in code: data would have another price under the rules of the node. */
function p256InCode(data: Hex): Program {
  const call = '5f5f60a05f6101005afa5f523d5f60203e3d6020015ff3'
  const offset = (6 + call.length / 2).toString(16).padStart(2, '0')
  const code: Hex = `0x60a060${offset}5f39${call}${data.slice(2)}`
  return { name: 'p256 of a signature in code', code, data: '0x', value: 0n }
}
const signed = programs.find(({ name }) => name === 'p256')!
const p256 = [p256InCode(signed.data), zerosTo(0x100, 160), zerosTo(0x100, 159)]
const allButP256 = programs.filter(({ name }) => name !== 'p256')
const cancunPrograms: ReadonlySet<string> = new Set([
  'BLOBBASEFEE',
  'transient storage',
  'MCOPY',
  'point evaluation',
  'CREATE of what destroys itself',
])
const beforeCancun = programs.filter(({ name }) => !cancunPrograms.has(name))
const ethereum = (hardfork: string) => ['--hardfork', hardfork]
const opStack = (upgrade: string) => ['--network', 'optimism', '--hardfork', upgrade]

/**
 * Anvil 1.7.1 runs Ecotone to Holocene and Jovian by the rules of Isthmus, simulates nothing under Canyon, and has no
 * Karst. So each upgrade is compared with the node that has its rules: a part with Ethereum's, a part with that of
 * Isthmus. Sizes at which no node of it has the limit are left to the test beside the precompiles.
 */
const comparisons: readonly (readonly [OpStackHardfork, readonly string[], readonly Program[]])[] =
  [
    ['canyon', ethereum('cancun'), [...beforeCancun, ...pairsOfBn254(587)]],
    ['ecotone', ethereum('cancun'), [...programs, ...pairsOfBn254(587)]],
    ['fjord', ethereum('cancun'), [...allButP256, ...pairsOfBn254(587)]],
    ['fjord', opStack('isthmus'), p256],
    ['granite', ethereum('cancun'), [...allButP256, ...pairsOfBn254(586)]],
    ['granite', opStack('isthmus'), [...p256, ...pairsOfBn254(586, 587)]],
    ['holocene', ethereum('cancun'), [...allButP256, ...pairsOfBn254(586)]],
    ['holocene', opStack('isthmus'), [...p256, ...pairsOfBn254(586, 587)]],
    [
      'isthmus',
      opStack('isthmus'),
      [
        ...programs,
        ...p256,
        ...pairsOfBn254(586, 587),
        ...blsUpTo(3211, 1696, 612),
        ...blsUpTo(3212, 1697, 613),
      ],
    ],
    [
      'jovian',
      opStack('isthmus'),
      [...programs, ...p256, ...pairsOfBn254(427), ...blsUpTo(1806, 968, 408)],
    ],
    [
      'karst',
      ethereum('osaka'),
      [...programs, ...p256, ...pairsOfBn254(300), ...blsUpTo(1806, 968, 408)],
    ],
  ]

test.each(comparisons)(
  'law: %s, beside a node with %j: each program ends alike, to the unit of gas, and again from its witness alone',
  (hardfork, node, compared) =>
    comparePrograms({
      hardfork,
      node: [...node, '--gas-limit', '100000000'],
      programs: compared,
      gas: 50_000_000n,
      feeRecipient: '0x4200000000000000000000000000000000000011',
    }),
  600_000,
)
