import {
  buildStrategistTree,
  inferDefinition,
  leavesOfStrategist,
  parseDefinition,
} from '@vaultwright/definition'
import { parseTreeFile, printSolidity } from '@vaultwright/formats'
import { knownFactsOf } from '@vaultwright/protocols'
import { chainOf } from '@vaultwright/registry'
import { assertEqual, measure, ratiosOf } from './measure.mjs'

const accounts = Array.from({ length: 170 }, (_, at) => `0x${String(at + 1).padStart(40, '0')}`)
const text = `name: Bench
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
            pool: [${accounts.map((account) => `'${account}'`).join(', ')}]
            asset: [WETH, DAI]
`
const ref = { chain: 'mainnet', strategist: 'main', knownFacts: knownFactsOf(1) }

/** A definition of 1,020 leaves from its text to its tree, beside reading the file of that tree. */
export async function benchDefinitions(rounds) {
  const build = () => {
    const definition = parseDefinition(text)
    return buildStrategistTree(definition, leavesOfStrategist(definition, ref), ref)
  }
  const built = build()
  const bytes = new TextEncoder().encode(printSolidity(built.file))
  const file = parseTreeFile(bytes)
  assertEqual('definition', built.root, file.metadata.root)
  const options = {
    chain: chainOf('mainnet'),
    name: 'Bench',
    strategist: 'main',
    account: null,
    orderPath: 'order.json',
    vault: null,
    manager: null,
  }
  return [
    ...ratiosOf(
      'definition-1020',
      await measure({ ours: build, 'tree-file': () => parseTreeFile(bytes) }, rounds),
    ),
    ...ratiosOf(
      'infer-1020',
      await measure(
        { ours: () => inferDefinition(file, options), 'tree-file': () => parseTreeFile(bytes) },
        rounds,
      ),
    ),
  ]
}
