import { dirname, join } from 'node:path'
import { definitionSchemaFor, printDefinition } from '@vaultwright/definition'
import { parseAddress } from '@vaultwright/merkle'
import { ruleBook } from '@vaultwright/protocols'
import { type ChainInfo, registryNames, tokenOf, wrappedNativeOf } from '@vaultwright/registry'
import { inferPolicy, policySchema, printPolicy } from '@vaultwright/review'
import { type ArgumentsOf, defineCommand, text } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { chainOfWord } from '../../input/chain.ts'
import { type Context, type Json, yes } from '../../terminal/context.ts'
import { fileSystem } from '../../terminal/file-system.ts'
import { printJson } from '../../terminal/json.ts'
import { assertAllReplaceable, writeFileWhole } from '../../terminal/output-file.ts'
import { printSafely } from '../../terminal/table.ts'
import { inferredFrom } from './infer.ts'

const initOptions = {
  tree: text('A tree that is in force: its permissions, its order and its policy', 'file'),
  chain: text('The chain of the vault, name or id', 'name'),
  name: text('What people call the vault', 'text'),
  vault: text('The vault, where no tree names it', 'address'),
  manager: text('Its Manager, where no tree names it', 'address'),
  decoder: text('The decoder of its leaves, where no tree names it', 'address'),
  strategist: text('Name of the strategist; default: main', 'name'),
  address: text('Address of that strategist', 'address'),
  action: text(
    'The repository and commit of this program that the workflow for CI runs: owner/name@commit',
    'text',
  ),
}

/** Facts that no definition does without; a tree brings all but the chain. */
const questions = {
  chain: 'Which chain, by name or id?',
  vault: 'Which vault, by address?',
  manager: 'Which Manager, by address?',
  decoder: 'Which decoder do its leaves name, by address?',
} as const

type InitFile = { readonly path: string; readonly text: string }

export const command = defineCommand({
  name: 'init',
  summary: 'Begin a vault: definition, policy, schemas, workflow',
  describe:
    'Writes what a vault begins with: definition, policy, the schemas of both for editors, a project file that names them, and with --action a workflow that plans every pull request. With --tree they say what the tree says, and build the very same root. What is missing is asked for on a terminal. Nothing is written unless everything can be.',
  positionals: {
    folder: {
      describe: 'The folder to write to; default: this one',
      value: 'folder',
      optional: true,
    },
  },
  options: initOptions,
  without: { out: 'it writes several files: name their folder' },
  examples: [
    ['init --tree tree.json --chain mainnet', 'From a tree in force'],
    ['init vault --chain base --vault 0x… --manager 0x… --decoder 0x…', 'A vault without a tree'],
  ],
  run: async ({ folder = '.', ...options }, context) => {
    assertAction(options.action)
    const args = { ...options, ...(await answersTo(missingIn(options), context)) }
    const start = await (args.tree === undefined
      ? firstFiles(args)
      : filesOfTree({ ...args, tree: args.tree }, folder, context))
    const files = [...start.files, ...commonFiles(start, args, folder)]
    assertAllReplaceable(files, context)
    for (const { path, text } of files) {
      fileSystem.mkdirSync(dirname(path), { recursive: true })
      await writeFileWhole(path, [text], context)
    }
    const paths = files.map(({ path }) => path)
    const hasWorkflow = args.action !== undefined
    return {
      json: () => ({ files: paths, chain: start.chain.slug, workflow: hasWorkflow }),
      text: () => [
        paths.map((path) => `wrote ${printSafely(path)}\n`).join(''),
        ...(hasWorkflow ? [] : ['no workflow for CI: --action names the program that it runs\n']),
        `next: ${folder === '.' ? '' : `cd ${printSafely(folder)}, `}vaultwright definition check, then tree plan\n`,
      ],
      exit: yes,
    }
  },
})

type InitArguments = ArgumentsOf<typeof initOptions>

/** The definition of a vault, and the files that its text stands in. */
type Start = {
  readonly chain: ChainInfo
  readonly definition: string
  readonly policy: string
  readonly files: readonly InitFile[]
}

/** Permissions, order and policy of a tree in force. */
async function filesOfTree(
  args: InitArguments & { readonly tree: string },
  folder: string,
  context: Context,
): Promise<Start> {
  const inferring = { ...args, out: join(folder, 'vault.yaml'), lock: undefined }
  const { file, chain, vault, inference, text, order } = await inferredFrom(inferring, context)
  const name = String(inference.definition.name)
  const policy = inferPolicy(file, { rules: ruleBook, name, vault })
  return {
    chain,
    definition: text,
    policy: printPolicy(policy, registryNames(chain.id)),
    files: [order],
  }
}

/** A definition with one permission to begin with: to wrap the coin of the chain and to unwrap it. */
function firstFiles(args: InitArguments): Start {
  const { chain: word, vault, manager, decoder, address, strategist = 'main' } = args
  const { id, known: chain } = chainOfWord(word!, 'chain')
  const wrapper = wrappedNativeOf(id)
  if (chain === null || wrapper === null) {
    throw new UsageError(
      `The wrapped coin of chain ${word} is not on record, with which a first permission is written. Give --tree with a tree that is in force.`,
      { option: 'chain', value: word! },
    )
  }
  const name = args.name ?? 'Vault'
  const [vaultAddress, managerAddress] = [parseAddress(vault!), parseAddress(manager!)]
  const definition = {
    name,
    chains: {
      [chain.slug]: {
        vault: vaultAddress,
        manager: managerAddress,
        decoders: { default: parseAddress(decoder!) },
        strategists: {
          [strategist]: {
            ...(address === undefined ? {} : { address: parseAddress(address) }),
            permissions: [
              {
                protocol: 'native_wrapper',
                actions: ['wrap', 'unwrap'],
                wrapper: tokenOf(id, wrapper)?.symbol ?? wrapper,
              },
            ],
          },
        },
      },
    },
  }
  const policy = { version: 1, name, vault: vaultAddress, transfers: {}, approvals: {}, exits: {} }
  return {
    chain,
    definition: printDefinition(definition),
    policy: printPolicy({ policy, notes: new Map(), used: 0 }),
    files: [],
  }
}

/** Files of every vault: the definition, the policy, and all that is written around them. */
function commonFiles(
  { chain, definition, policy }: Start,
  { action }: InitArguments,
  folder: string,
): readonly InitFile[] {
  const settings = `# Defaults of vaultwright in this folder and below.
chain: ${chain.slug}
definition: vault.yaml
policy: policy.yaml
`
  const schemas = [
    { path: 'vaultwright.schema.json', text: printJson(definitionSchemaFor(definition) as Json) },
    { path: 'policy.schema.json', text: printJson(policySchema() as Json) },
  ]
  const files = [
    { path: 'vault.yaml', text: definition },
    { path: 'policy.yaml', text: policy },
    { path: 'vaultwright.yaml', text: settings },
    ...schemas,
    ...(action === undefined
      ? []
      : [{ path: '.github/workflows/vaultwright.yml', text: workflowOf(action) }]),
  ]
  return files.map(({ path, text }) => ({ path: join(folder, path), text }))
}

/** A workflow that plans the definition of a pull request against that of its base. */
function workflowOf(action: string): string {
  const [program, commit] = action.split('@')
  return `name: vaultwright
on:
  pull_request:
permissions:
  contents: read
  pull-requests: write
  security-events: write
jobs:
  plan:
    uses: ${program}/.github/workflows/tree-plan.yml@${commit}
    with:
      definition: vault.yaml
      fail-on: high
      program: ${program}
      commit: ${commit}
`
}

function assertAction(action: string | undefined): void {
  if (action === undefined || /^[\w.-]+\/[\w.-]+@[0-9a-f]{40}$/.test(action)) return
  throw new UsageError(
    `--action ${JSON.stringify(action)} names no commit. Give owner/name@ and the 40 hex digits of a commit: a branch or a tag may move.`,
    { option: 'action', value: action },
  )
}

type QuestionName = keyof typeof questions

function missingIn(args: InitArguments): readonly QuestionName[] {
  const names: readonly QuestionName[] = args.tree === undefined ? allNames : ['chain']
  return names.filter((name) => args[name] === undefined)
}

const allNames = Object.keys(questions) as readonly QuestionName[]
/** Bytes of an answer; more is no address. */
const longestAnswer = 200

/**
 * Asks a person at a terminal for what is missing.
 *
 * @throws {UsageError} elsewhere: with all that is missing.
 */
async function answersTo(
  names: readonly QuestionName[],
  { config, stdin, stderr }: Context,
): Promise<{ readonly [Name in QuestionName]?: string }> {
  if (names.length === 0) return {}
  if (config.columns === null) {
    const options = names.map((name) => `--${name}`).join(', ')
    throw new UsageError(`${options} ${names.length === 1 ? 'is' : 'are'} missing. Give them.`, {
      option: names[0]!,
    })
  }
  const answers: { [Name in QuestionName]?: string } = {}
  const left = [...names]
  stderr.write(`${questions[left[0]!]} `)
  let text = ''
  for await (const bytes of stdin()) {
    text += Buffer.from(bytes).toString('utf8')
    for (let end = text.indexOf('\n'); end >= 0 && left.length > 0; end = text.indexOf('\n')) {
      answers[left.shift()!] = text.slice(0, end).trim()
      text = text.slice(end + 1)
      if (left.length > 0) stderr.write(`${questions[left[0]!]} `)
    }
    if (left.length === 0 || text.length > longestAnswer) break
  }
  if (left.length === 0) return answers
  throw new UsageError(`The questions ended before ${left.join(', ')}. Give --${left[0]!}.`)
}
