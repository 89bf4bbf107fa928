import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import {
  type FunctionCandidate,
  functionCandidates,
  isPadding,
  parseSignature,
  type RuleBook,
  selectorOf,
} from '@vaultwright/manager'
import { parseAddress } from '@vaultwright/merkle'
import type { CheckedDecoder, DecoderQuestions } from '@vaultwright/operations'
import { pricedRuleBook, ruleBook } from '@vaultwright/protocols'
import { type ArgumentsOf, count, defineCommand, flag, list, text } from '../../command/command.ts'
import { untilInterrupted } from '../../command/service.ts'
import { UsageError } from '../../command/usage.ts'
import { blockTagOf, neededNodeOptions } from '../../input/node-option.ts'
import { readTree } from '../../input/tree.ts'
import type { Context } from '../../terminal/context.ts'
import { buildProgress } from '../../terminal/progress.ts'

const checkOptions = {
  ...neededNodeOptions,
  artifact: text(
    'A build of the source: the artifact of Foundry or Hardhat, or the standard output of solc',
    'file',
  ),
  'artifact-contract': text(
    'Which contract of a build that holds several, as in Decoder or src/Decoder.sol:Decoder',
    'text',
  ),
  code: text(
    'With --artifact: the deployed code as hex, as eth_getCode answers, in place of a node',
    'file',
  ),
  functions: list(
    'Only these functions: names, selectors or signatures, separated by commas; a signature may be one that no rule describes',
    'list',
  ),
  tree: text('Also check the functions of the leaves of a tree that name this decoder', 'file'),
  contract: list(
    'A contract that the decoder reads, such as a position manager, if the code of the decoder does not hold its address',
    'address',
  ),
  priced: flag(
    'Checks against the rules of decoders that bind the price of a swap to two feeds (Priced…Decoder), which pack like the plain ones',
  ),
  runs: count('Calldata for each function; default: 100', 'n'),
  seed: count('Seed of the calldata; default: 1', 'n'),
  budget: count('The most calls to make; default: 500000', 'questions'),
}

export const command = defineCommand({
  name: 'decoder check',
  summary: 'Check whether a deployed decoder answers as the rules say',
  describe:
    'Asks a deployed decoder about generated calldata and compares its answers with the rules: packed bytes and reverts, for valid arguments, edge cases and calldata damaged in one word. Checks every function that the rules describe and the decoder has; a function agrees if the rule of one decoder and version agrees on all calldata. Each difference is shown with the smallest calldata that was found. For functions without a rule it proposes one, after checking it against fresh calldata. Exits with 1 if a function differs. The same seed asks the same questions. Questions cannot find what one value of many triggers: with --artifact the code itself is compared with a build of its source, byte by byte, and no question is asked. Immutables and libraries are apart, and so is the metadata behind the code; exits with 1 if a byte differs or cannot be judged.',
  positionals: { address: { describe: 'Address of the decoder' } },
  options: checkOptions,
  examples: [
    ['decoder check 0x… --rpc-url http://127.0.0.1:8545', 'Does this decoder pack as we think?'],
    ['decoder check 0x… --chain mainnet --tree tree.json', 'Also the functions of the leaves'],
    [
      'decoder check 0x… --chain mainnet --functions approve,transfer --runs 1000 --seed 7',
      'Two functions, more often',
    ],
    [
      "decoder check 0x… --chain mainnet --functions 'harvest(address pool, address to)'",
      'Propose a rule for a function without one',
    ],
    [
      'decoder check 0x… --chain mainnet --artifact out/Decoder.sol/Decoder.json',
      'Is the deployed code the build of this source?',
    ],
  ],
  run: async (args, context) => {
    const { artifact } = args
    if (artifact !== undefined) {
      assertNoQuestions(args)
      const { answerByCode } = await import('./code.ts')
      return answerByCode({ ...args, artifact }, context)
    }
    const lonely = (['artifact-contract', 'code'] as const).find((name) => args[name] !== undefined)
    if (lonely !== undefined) {
      throw new UsageError(`--${lonely} goes with --artifact. Give it as well.`, { option: lonely })
    }
    const print = await import('./report.ts')
    const checked = await checkDecoderAt(args, context)
    return {
      json: () => print.decoderCheckJsonOf(checked),
      text: (style) => print.printDecoderCheck(checked, style),
      exit: () => (checked.ok ? 0 : 1),
    }
  },
})

type DecoderCheckOptions = ArgumentsOf<typeof checkOptions> & {
  readonly address: string
  readonly functions: readonly string[]
}

const defaultRuns = 100
const defaultSeed = 1
const defaultBudget = 500_000

/** Checks a deployed decoder against the rules. */
async function checkDecoderAt(
  options: DecoderCheckOptions,
  context: Context,
): Promise<CheckedDecoder> {
  const decoder = parseAddress(options.address)
  const contracts = options.contract.map(parseAddress)
  const { runs = defaultRuns, seed = defaultSeed, budget = defaultBudget } = options
  if (runs === 0 || budget === 0) {
    throw new UsageError('--runs and --budget are 1 or more. Leave them out for the default.')
  }
  const tag = blockTagOf(options.block)
  const leaves = await leafFunctions(options.tree, decoder, context)
  const book = options.priced ? pricedRuleBook : ruleBook
  const wantedFunctions = wantedOf(options.functions, leaves, book)
  const { checkDeployedDecoder, onChain } = await import('../../input/node.ts')
  const work = onChain(options, context, async (chain) => {
    const block = await chain.readBlock(tag)
    const progress = buildProgress(1, context, options.quiet)
    try {
      const questions = {
        ...wantedFunctions,
        decoder,
        block,
        contracts,
        runs,
        budget,
        seed,
        isNamedOnly: options.functions.length > 0,
      }
      return await checkDeployedDecoder(chain, questions, {
        found: (functions) => {
          progress.grow(functions)
          progress.step('functions')
        },
        checked: progress.step,
      })
    } finally {
      progress.end()
    }
  })
  return untilInterrupted(context.signal, work)
}

/** Options that ask the decoder questions, which a comparison with a build does not. */
function assertNoQuestions(options: DecoderCheckOptions): void {
  const { functions, tree, contract, priced, runs, seed, budget } = options
  const asking = Object.entries({ functions, tree, contract, priced, runs, seed, budget }).find(
    ([, value]) => (Array.isArray(value) ? value.length > 0 : Boolean(value)),
  )
  if (asking === undefined) return
  throw new UsageError(
    `--${asking[0]} asks the decoder, --artifact compares its code. Give one of them.`,
    { option: asking[0] },
  )
}

type Wanted = Pick<DecoderQuestions, 'candidates' | 'named'>

/** Functions of all rules and of the leaves, or those among them that are named. */
function wantedOf(
  functions: readonly string[],
  leaves: readonly FunctionCandidate[],
  book: RuleBook,
): Wanted {
  const candidates = merge([...functionCandidates(book), ...leaves])
  const texts = functions.flatMap(splitOutside).filter((text) => text !== '')
  if (texts.length === 0) {
    return { candidates: candidates, named: new Set(leaves.map(({ selector }) => selector)) }
  }
  const groups = texts.map((text) => namedBy(text, candidates))
  // A bare name may mean several functions, of which a decoder has one.
  const exact = groups.filter((group) => group.length === 1).flat()
  return {
    candidates: merge(groups.flat()),
    named: new Set(exact.map(({ selector }) => selector)),
  }
}

function namedBy(
  text: string,
  functionList: readonly FunctionCandidate[],
): readonly FunctionCandidate[] {
  if (text.includes('(')) {
    const fn = parseSignature(text)
    const selector = selectorOf(fn.canonical)
    const same = functionList.find((candidate) => candidate.selector === selector)
    return [same ?? { fn, selector, rules: [] }]
  }
  const lower = text.toLowerCase()
  const matches = functionList.filter(({ fn, selector }) => fn.name === text || selector === lower)
  if (matches.length > 0) return matches
  throw new UsageError(
    `No rule and no leaf knows a function ${JSON.stringify(text)}. Give its signature, as in 'transfer(address to, uint256 amount)'.`,
    { option: 'functions', value: text },
  )
}

async function leafFunctions(
  path: string | undefined,
  decoder: Address,
  context: Context,
): Promise<readonly FunctionCandidate[]> {
  if (path === undefined) return []
  const { tree } = await readTree(path, context)
  const decoderLeaves = tree.leaves.filter(
    (leaf) => !isPadding(leaf) && isSameAddress(leaf.decoder, decoder),
  )
  if (decoderLeaves.length === 0) {
    throw new UsageError(`No leaf of ${path} names the decoder ${decoder}. Leave --tree out.`)
  }
  const signatures = new Set(decoderLeaves.map(({ signature }) => signature))
  return [...signatures].map((signature) => {
    const fn = parseSignature(signature)
    return { fn, selector: selectorOf(fn.canonical), rules: [] }
  })
}

/** One candidate a selector; the first one stays, so that rules go before bare names. */
function merge(candidates: readonly FunctionCandidate[]): readonly FunctionCandidate[] {
  const merged = new Map<Hex, FunctionCandidate>()
  for (const candidate of candidates) {
    if (!merged.has(candidate.selector)) merged.set(candidate.selector, candidate)
  }
  return [...merged.values()]
}

/** Commas within parentheses part parameters, not functions. */
function splitOutside(text: string): readonly string[] {
  const parts: string[] = ['']
  let depth = 0
  for (const character of text) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim())
}
