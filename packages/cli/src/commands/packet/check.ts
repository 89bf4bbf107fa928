import {
  type AnswerReason,
  type AnswerVerdict,
  checkSavedAnswer,
  parseSavedRequest,
} from '@vaultwright/check'
import { defineCommand, text } from '../../command/command.ts'
import { readJson, readWord } from '../../input/input.ts'
import { conditionalOption } from '../../input/permission.ts'
import { readSoundTree } from '../../input/tree.ts'
import type { Context, Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printSafely } from '../../terminal/table.ts'

export const command = defineCommand({
  name: 'check',
  summary: 'Check whether a saved answer of the API follows from its inputs',
  describe:
    'Checks whether a saved answer of the API follows from what you asked for and from what you hold: Yes, No or Open, with a sentence a reason. Takes the body of a build, a quote, a market transaction, a limit order, daily data, a performance, a tree, a simulation or a transaction of Solana. A build is proven call by call against your tree and compared with the request, approvals included; days, weeks and quotes are computed again from their receipts. What the service read on the chain is its word. Open (exit 1) when an input is missing or the chain alone can tell.',
  positionals: { answer: { describe: 'The body of the answer: a file, or - for standard input' } },
  options: {
    request: text(
      'What you asked for, as the client takes it: chain, vault_address, strategist_address, and the fields of the body',
      'file',
    ),
    tree: text('The tree of the strategist that you reviewed', 'file'),
    'manager-tree': text(
      'The tree of the own root of the Manager, for calls inside flash loans',
      'file',
    ),
    quote: text('Of a market transaction: the answer with its quote', 'file'),
    days: text('Of a performance: the answer with its days', 'file'),
    accounts: text('Of a transaction of Solana: the answer with the accounts of the vault', 'file'),
    ...conditionalOption,
  },
  examples: [
    ['check answer.json --request request.json --tree tree.json', 'Is this what I asked for?'],
    ['check days.json --request vault.json', 'Do these days follow from their receipts?'],
  ],
  run: async (args, context) => {
    const answer = await readWord(wordOf(args.answer), context)
    const { request, tree, quote, days, accounts } = args
    const managerTree = args['manager-tree']
    const checked = checkSavedAnswer(answer, {
      request: request === undefined ? null : parseSavedRequest(await readJson(request, context)),
      tree: tree === undefined ? null : await readSoundTree(tree, context),
      managerTree: managerTree === undefined ? null : await readSoundTree(managerTree, context),
      quote: await readOptional(quote, context),
      days: await readOptional(days, context),
      accounts: await readOptional(accounts, context),
      nowUnix: Math.floor(context.now() / 1_000),
    })
    const isAccepted =
      checked.answer === 'yes' || (checked.answer === 'open' && args['allow-conditional'])
    return {
      json: () => ({ ok: isAccepted, ...checked }) as unknown as Json,
      text: (style) => [
        `${verdictText(checked.answer, style)}  ${checked.kind.replace('_', ' ')}\n`,
        ...checked.reasons.map((reason) => reasonText(reason, style)),
      ],
      exit: () => (isAccepted ? 0 : 1),
    }
  },
})

const wordOf = (path: string) => (path === '-' || path.startsWith('@') ? path : `@${path}`)

async function readOptional(path: string | undefined, context: Context): Promise<string | null> {
  return path === undefined ? null : readWord(wordOf(path), context)
}

function verdictText(answer: AnswerVerdict['answer'], style: TextStyle): string {
  if (answer === 'yes') return style.green('Yes: it follows.')
  return answer === 'no'
    ? style.red('No: it does not follow.')
    : style.yellow('Open: not all of it can be told.')
}

function reasonText({ weight, message, code }: AnswerReason, style: TextStyle): string {
  const { red, yellow, dim } = style
  const paint = { no: red, open: yellow, condition: yellow, note: dim }[weight]
  const word = weight === 'condition' ? 'if' : weight
  return `  ${paint(word.padEnd(4))}  ${printSafely(message)} ${style.dim(`[${code}]`)}\n`
}
