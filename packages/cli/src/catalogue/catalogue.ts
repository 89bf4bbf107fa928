import { type Command, families } from '../command/command.ts'
import { command as treeRoot } from '../commands/tree/root.ts'

/** A command before it is loaded. */
export type Entry = { readonly name: string; readonly load: () => Promise<Command> }

/** The file of a command; the types of its words and options are forgotten, so that all fit into one list. */
type CommandFile = { readonly command: { readonly name: string } }

/** By name the file of every command, in the order of the help; what the shortest needs is loaded with the program. */
const files: { readonly [name: string]: () => CommandFile | Promise<CommandFile> } = {
  'tree check': () => import('../commands/tree/check.ts'),
  'tree show': () => import('../commands/tree/show.ts'),
  'tree diff': () => import('../commands/tree/diff.ts'),
  'tree review': () => import('../commands/tree/review.ts'),
  'tree risk': () => import('../commands/tree/risk.ts'),
  'tree unused': () => import('../commands/tree/unused.ts'),
  'tree convert': () => import('../commands/tree/convert.ts'),
  'tree proof': () => import('../commands/tree/proof.ts'),
  'tree root': () => ({ command: treeRoot }),
  'tree build': () => import('../commands/tree/build.ts'),
  'tree plan': () => import('../commands/tree/plan.ts'),
  'tree push': () => import('../commands/tree/push.ts'),
  init: () => import('../commands/definition/init.ts'),
  'definition check': () => import('../commands/definition/check.ts'),
  'definition infer': () => import('../commands/definition/infer.ts'),
  'definition schema': () => import('../commands/definition/schema.ts'),
  'policy schema': () => import('../commands/tree/policy/schema.ts'),
  'policy infer': () => import('../commands/tree/policy/infer.ts'),
  'actions list': () => import('../commands/actions/list.ts'),
  'actions show': () => import('../commands/actions/show.ts'),
  'action build': () => import('../commands/action/build.ts'),
  'protocols list': () => import('../commands/definition/protocols/list.ts'),
  'protocols show': () => import('../commands/definition/protocols/show.ts'),
  'swap routes': () => import('../commands/swap/routes.ts'),
  'swap quote': () => import('../commands/swap/quote.ts'),
  'swap build': () => import('../commands/swap/build.ts'),
  'swap explain': () => import('../commands/swap/explain.ts'),
  'swap order': () => import('../commands/swap/order.ts'),
  'swap cancel': () => import('../commands/swap/cancel.ts'),
  'swap orders': () => import('../commands/swap/orders.ts'),
  'calldata encode': () => import('../commands/calldata/encode.ts'),
  'calldata decode': () => import('../commands/calldata/decode.ts'),
  'calldata verify': () => import('../commands/calldata/verify.ts'),
  'calldata explain': () => import('../commands/calldata/explain.ts'),
  'calldata arguments': () => import('../commands/calldata/arguments.ts'),
  packet: () => import('../commands/packet/packet.ts'),
  check: () => import('../commands/packet/check.ts'),
  control: () => import('../commands/vault/control/control.ts'),
  'control diff': () => import('../commands/vault/control/diff.ts'),
  'control why': () => import('../commands/vault/control/why.ts'),
  'control replay': () => import('../commands/vault/control/replay.ts'),
  'nav show': () => import('../commands/vault/nav/show.ts'),
  'nav replay': () => import('../commands/vault/nav/replay.ts'),
  'queue show': () => import('../commands/vault/queue/show.ts'),
  'queue solve': () => import('../commands/vault/queue/solve.ts'),
  'queue requests': () => import('../commands/vault/queue/requests.ts'),
  'queue check': () => import('../commands/vault/queue/check.ts'),
  'exit drill': () => import('../commands/vault/exit/drill.ts'),
  'exit replay': () => import('../commands/vault/exit/replay.ts'),
  'safe hash': () => import('../commands/safe/hash.ts'),
  'safe message': () => import('../commands/safe/message.ts'),
  'safe queue': () => import('../commands/safe/queue.ts'),
  'safe propose': () => import('../commands/safe/propose.ts'),
  'safe delegate': () => import('../commands/safe/delegate.ts'),
  'safe watch': () => import('../commands/safe/watch.ts'),
  'safe follow': () => import('../commands/safe/follow.ts'),
  'solana digest': () => import('../commands/solana/digest.ts'),
  'solana decode': () => import('../commands/solana/decode.ts'),
  'solana verify': () => import('../commands/solana/verify.ts'),
  'solana lint': () => import('../commands/solana/lint.ts'),
  'solana plan': () => import('../commands/solana/plan.ts'),
  'solana history': () => import('../commands/solana/history.ts'),
  'solana state': () => import('../commands/solana/state.ts'),
  'decoder check': () => import('../commands/decoder/check.ts'),
  'leaf digest': () => import('../commands/tree/leaf-digest.ts'),
  simulate: () => import('../commands/simulation/simulate.ts'),
  'simulate hold': () => import('../commands/simulation/hold.ts'),
  'block final': () => import('../commands/block/final.ts'),
  'block check': () => import('../commands/block/check.ts'),
  serve: () => import('../commands/serve/serve.ts'),
  'db migrate': () => import('../commands/db/migrate.ts'),
  'db status': () => import('../commands/db/status.ts'),
  'db backup': () => import('../commands/db/backup.ts'),
  'db restore': () => import('../commands/db/restore.ts'),
  'tenant create': () => import('../commands/tenant/create.ts'),
  'tenant list': () => import('../commands/tenant/list.ts'),
  'user create': () => import('../commands/user/create.ts'),
  'user invite': () => import('../commands/user/invite.ts'),
  'user list': () => import('../commands/user/list.ts'),
  'user deactivate': () => import('../commands/user/deactivate.ts'),
  'key create': () => import('../commands/key/create.ts'),
  'key list': () => import('../commands/key/list.ts'),
  'key revoke': () => import('../commands/key/revoke.ts'),
  'vault add': () => import('../commands/vault/add.ts'),
  'vault list': () => import('../commands/vault/list.ts'),
  'vault sync': () => import('../commands/vault/sync.ts'),
  'index run': () => import('../commands/indexing/run.ts'),
  'index backfill': () => import('../commands/indexing/backfill.ts'),
  'index status': () => import('../commands/indexing/status.ts'),
  'index gaps': () => import('../commands/indexing/gaps.ts'),
  'index repair': () => import('../commands/indexing/repair.ts'),
  'index replay': () => import('../commands/indexing/replay.ts'),
  'index explain': () => import('../commands/indexing/explain.ts'),
  'audit list': () => import('../commands/audit/list.ts'),
  console: () => import('../commands/serve/console.ts'),
  'dev chain': () => import('../commands/dev/chain.ts'),
  'dev serve': () => import('../commands/dev/serve.ts'),
  completion: () => import('../commands/completion/completion.ts'),
}

export const catalogue: readonly Entry[] = Object.entries(files).map(([name, load]) => ({
  name,
  load: async () => (await load()).command as Command,
}))

/** Finds the command that the first words name. */
export function entryOf(words: readonly string[]): Entry | undefined {
  const commandOf = (wanted: string) => catalogue.find(({ name }) => name === wanted)
  return commandOf(`${words[0]} ${words[1]}`) ?? commandOf(`${words[0]}`)
}

/** Lists the first words that the program knows: nouns of families, commands of one word, words for pages. */
export function firstWords(): readonly string[] {
  const single = catalogue.filter(({ name }) => !name.includes(' '))
  return [...Object.keys(families), ...single.map(({ name }) => name), 'help', 'version']
}

/** The verbs of a noun, in the order of the help; none of a command of another noun. */
export function verbsOf(noun: string): readonly string[] {
  const names = catalogue.filter(({ name }) => name.startsWith(`${noun} `))
  return names.map(({ name }) => name.slice(noun.length + 1))
}
