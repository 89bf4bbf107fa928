import * as definition from '@vaultwright/definition'
import { parseTreeFile, printSolidity } from '@vaultwright/formats'
import { knownFactsOf } from '@vaultwright/protocols'
import { chainOf } from '@vaultwright/registry'
import type { Figure } from '../figure.ts'
import { assertEqual, measure, ratiosOf } from '../measure.ts'
import { spreadTree } from './permission.ts'

type DefinitionSize = {
  /** Pools of a definition, of which each gives six leaves. */
  readonly pools: number
  /** Leaves of a tree that becomes a definition and a tree again. */
  readonly leaves: number
  readonly rounds: number
}

export const sizes = {
  full: { pools: 170, leaves: 2_918, rounds: 5 },
  tiny: { pools: 3, leaves: 102, rounds: 1 },
} as const satisfies Record<string, DefinitionSize>

const chain = chainOf('mainnet')!
const ref = { chain: chain.slug, strategist: 'main', knownFacts: knownFactsOf(chain.id) }

/**
 * A definition from its text to its tree, beside the time of parsing the file of that tree; and a tree that becomes a
 * definition, its text and its order, and is built again of them.
 */
export async function benchDefinition(size: DefinitionSize): Promise<readonly Figure[]> {
  return [...(await buildFrom(size)), ...(await inferAndRebuild(size))]
}

async function buildFrom({ pools, rounds }: DefinitionSize): Promise<readonly Figure[]> {
  const turns = Array.from({ length: rounds + 1 }, (_, turn) => {
    const text = textOf(turn, pools)
    const built = buildText(text)
    return { text, file: new TextEncoder().encode(printSolidity(built.file)), root: built.root }
  })
  for (const { file, root } of turns)
    assertEqual('definition', root, parseTreeFile(file).metadata.root)
  const leaves = parseTreeFile(turns[0]!.file).metadata.leafCount
  const medians = await measure(
    {
      ours: (turn) => buildText(turns[turn]!.text),
      parse: (turn) => parseTreeFile(turns[turn]!.file),
    },
    rounds,
  )
  return ratiosOf(`definition-${leaves}`, medians, { fresh: true })
}

async function inferAndRebuild({ leaves, rounds }: DefinitionSize): Promise<readonly Figure[]> {
  const files = Array.from({ length: rounds + 1 }, (_, turn) => spreadTree(turn, leaves))
  let recognised = 0
  const medians = await measure(
    {
      ours: (turn) => {
        const inference = definition.inferDefinition(files[turn]!, inferOptions)
        assertEqual('infer', files[turn]!.metadata.root, rebuild(inference).root)
        recognised = inference.recognised
      },
    },
    rounds,
  )
  const name = `infer-${leaves}`
  return [
    ...ratiosOf(name, medians, { fresh: true }),
    {
      name: `${name}-recognised`,
      peer: null,
      unit: 'count',
      ours: recognised,
      theirs: null,
      ratio: null,
      fresh: true,
    },
  ]
}

/** The facts that a tree file lacks. */
export const inferOptions: definition.InferOptions = {
  chain,
  name: 'Bench',
  strategist: 'main',
  account: null,
  orderPath: 'order.json',
  vault: null,
  manager: null,
}

/** Through the text of both files, as a command writes and another one reads them. */
export function rebuild(inference: definition.Inference): definition.StrategistTree {
  const text = definition.printDefinition(inference.definition, inference.notes)
  const order = definition.parseOrder(definition.printOrder(inference.order))
  const defined = definition.parseDefinition(text)
  const leaves = definition.leavesOfStrategist(defined, ref)
  return definition.buildStrategistTree(defined, leaves, { ...ref, order })
}

function buildText(text: string): definition.StrategistTree {
  const defined = definition.parseDefinition(text)
  return definition.buildStrategistTree(defined, definition.leavesOfStrategist(defined, ref), ref)
}

function textOf(turn: number, pools: number): string {
  const accounts = Array.from({ length: pools }, (_, at) => {
    const digits = (turn * pools + at + 1).toString(16)
    return `'0x${digits.padStart(40, '0')}'`
  })
  return `name: Bench
chains:
  mainnet:
    vault: '0x4444444444444444444444444444444444444444'
    manager: '0x2222222222222222222222222222222222222222'
    decoders: { default: '0x3333333333333333333333333333333333333333' }
    strategists:
      main:
        permissions:
          - protocol: aave_v3
            actions: [supply, withdraw]
            pool: [${accounts.join(', ')}]
            asset: [WETH, DAI]
`
}
