import { type Entry, plain, verbOf } from '../../command/catalogue-entry.ts'
import { families } from '../../command/command.ts'
import { indexEntries } from '../index/catalogue.ts'
import { solanaEntries } from '../solana/catalogue.ts'
import { swapEntries } from '../swap/catalogue.ts'
import { policyEntries } from '../tree/policy/catalogue.ts'
import { treeRoot } from '../tree/root.ts'

/** Every command of the program, in the order of the help. */
export const catalogue: readonly Entry[] = [
  {
    name: 'tree check',
    describe: 'Tell whether tree files are sound',
    load: async () => plain((await import('../tree/check.ts')).treeCheck),
  },
  {
    name: 'tree show',
    describe: 'Show what a tree file allows',
    load: async () => plain((await import('../tree/show.ts')).treeShow),
  },
  {
    name: 'tree diff',
    describe: 'Compare two tree files by meaning',
    load: async () => plain((await import('../tree/diff.ts')).treeDiff),
  },
  {
    name: 'tree risk',
    describe: 'Tell what the strategist could do at worst',
    load: async () => plain((await import('../tree/risk.ts')).treeRisk),
  },
  {
    name: 'tree unused',
    describe: 'Tell which leaves a history did not use',
    load: async () => plain((await import('../tree/unused.ts')).treeUnused),
  },
  {
    name: 'tree convert',
    describe: 'Write a tree file in another format',
    load: async () => plain((await import('../tree/convert.ts')).treeConvert),
  },
  {
    name: 'tree proof',
    describe: 'Prove a leaf, or check a proof',
    load: async () => plain((await import('../tree/proof.ts')).treeProof),
  },
  {
    name: 'tree root',
    describe: 'Compute the root of a tree file from its leaves',
    // The shortest command: what it needs is loaded with the program.
    load: async () => plain(treeRoot),
  },
  {
    name: 'tree build',
    describe: 'Build the tree of a strategist from a vault definition',
    load: async () => plain((await import('../tree/build.ts')).treeBuild),
  },
  {
    name: 'tree plan',
    describe: 'Tell what a definition changes, and the transactions that do it',
    load: async () => plain((await import('../tree/plan.ts')).treePlan),
  },
  {
    name: 'tree push',
    describe: 'Store a tree for a strategist of a vault: its root is pending',
    load: async () => plain((await import('../tree/push.ts')).treePush),
  },
  {
    name: 'definition check',
    describe: 'Tell whether a definition can be built and is sound',
    load: async () => plain((await import('../definition/check.ts')).definitionCheck),
  },
  {
    name: 'definition infer',
    describe: 'Propose the definition of an existing tree',
    load: async () => plain((await import('../definition/infer.ts')).definitionInfer),
  },
  {
    name: 'definition schema',
    describe: 'Print the JSON Schema of definitions, for editors',
    load: async () => plain((await import('../definition/schema.ts')).definitionSchemaCommand),
  },
  ...policyEntries,
  {
    name: 'actions list',
    describe: 'List what a tree lets its strategist do',
    load: async () => plain((await import('../actions/list.ts')).actionsList),
  },
  {
    name: 'actions show',
    describe: 'Show the parameters of one action, and which choices go together',
    load: async () => plain((await import('../actions/show.ts')).actionsShow),
  },
  {
    name: 'action build',
    describe: 'Build an action, or a batch, as proven calldata for the Manager',
    load: async () => plain((await import('../action/build.ts')).actionBuild),
  },
  {
    name: 'protocols list',
    describe: 'List the protocols that definitions may name',
    load: async () => plain((await import('../definition/protocols/list.ts')).protocolsList),
  },
  {
    name: 'protocols show',
    describe: 'Show the actions, parameters and decoders of a protocol',
    load: async () => plain((await import('../definition/protocols/show.ts')).protocolsShow),
  },
  ...swapEntries,
  {
    name: 'calldata encode',
    describe: 'Encode calls as one Manager calldata with their proofs',
    load: async () => plain((await import('../calldata/encode.ts')).calldataEncode),
  },
  {
    name: 'calldata decode',
    describe: 'Show the calls inside Manager calldata',
    load: async () => plain((await import('../calldata/decode.ts')).calldataDecode),
  },
  {
    name: 'calldata verify',
    describe: 'Tell call by call whether the Manager would let calldata through',
    load: async () => plain((await import('../calldata/verify.ts')).calldataVerify),
  },
  {
    name: 'calldata explain',
    describe: 'Tell why a call is permitted or refused',
    load: async () => plain((await import('../calldata/explain.ts')).calldataExplain),
  },
  {
    name: 'calldata arguments',
    describe: 'Compute the packed arguments that a decoder returns for a call',
    load: async () => plain((await import('../calldata/arguments.ts')).calldataArguments),
  },
  {
    name: 'packet',
    describe: 'Tell whether you may sign a packet',
    load: async () => plain((await import('../packet/packet.ts')).packetCommand),
  },
  {
    name: 'check',
    describe: 'Tell whether a saved answer of the API follows from its inputs',
    load: async () => plain((await import('../packet/check.ts')).checkCommand),
  },
  {
    name: 'safe hash',
    describe: 'Compute the hashes that the owners of a Safe sign',
    load: async () => plain((await import('../safe/hash.ts')).safeHash),
  },
  ...solanaEntries,
  {
    name: 'decoder check',
    describe: 'Tell whether a deployed decoder answers as the rules say',
    load: async () => plain((await import('../decoder/check.ts')).decoderCheck),
  },
  {
    name: 'leaf digest',
    describe: 'Compute the digest of a leaf from its fields',
    load: async () => plain((await import('../leaf/digest.ts')).leafDigest),
  },
  {
    name: 'simulate',
    describe: 'Tell what calldata would do on chain, by two engines that must agree',
    load: async () => plain((await import('../simulation/simulate.ts')).simulateCommand),
  },
  {
    name: 'simulate hold',
    describe: 'Tell whether a proven simulation still holds at a newer block',
    load: async () => plain((await import('../simulation/hold.ts')).simulateHold),
  },
  {
    name: 'serve',
    describe: 'Start the API: transaction builder and vault data over HTTP',
    load: async () => plain((await import('../serve/serve.ts')).serve),
  },
  {
    name: 'db migrate',
    describe: 'Bring a database to what this release needs',
    load: async () => plain((await import('../db/migrate.ts')).dbMigrate),
  },
  {
    name: 'db status',
    describe: 'Tell which migrations a database has and lacks',
    load: async () => plain((await import('../db/status.ts')).dbStatus),
  },
  {
    name: 'db backup',
    describe: 'Write a database to a file while it is in use',
    load: async () => plain((await import('../db/backup.ts')).dbBackup),
  },
  {
    name: 'db restore',
    describe: 'Make a database of a backup',
    load: async () => plain((await import('../db/restore.ts')).dbRestore),
  },
  {
    name: 'tenant create',
    describe: 'Make a tenant',
    load: async () => plain((await import('../tenant/create.ts')).tenantCreate),
  },
  {
    name: 'tenant list',
    describe: 'List the tenants of a database',
    load: async () => plain((await import('../tenant/list.ts')).tenantList),
  },
  {
    name: 'user create',
    describe: 'Make a user with a role',
    load: async () => plain((await import('../user/create.ts')).userCreate),
  },
  {
    name: 'user invite',
    describe: 'Print a link to sign in to the web console',
    load: async () => plain((await import('../user/invite.ts')).userInvite),
  },
  {
    name: 'user list',
    describe: 'List the users of a tenant',
    load: async () => plain((await import('../user/list.ts')).userList),
  },
  {
    name: 'user deactivate',
    describe: 'End all keys and sessions of a user',
    load: async () => plain((await import('../user/deactivate.ts')).userDeactivate),
  },
  {
    name: 'key create',
    describe: 'Make an API key, which is shown once',
    load: async () => plain((await import('../key/create.ts')).keyCreate),
  },
  {
    name: 'key list',
    describe: 'List what is known of API keys',
    load: async () => plain((await import('../key/list.ts')).keyList),
  },
  {
    name: 'key revoke',
    describe: 'End an API key',
    load: async () => plain((await import('../key/revoke.ts')).keyRevoke),
  },
  {
    name: 'vault add',
    describe: 'Add a vault, or change it, as its definition says',
    load: async () => plain((await import('../vault/add.ts')).vaultAdd),
  },
  {
    name: 'vault list',
    describe: 'List the vaults of a tenant',
    load: async () => plain((await import('../vault/list.ts')).vaultList),
  },
  {
    name: 'vault sync',
    describe: "Record the roots that a vault's Manager has on chain",
    load: async () => plain((await import('../vault/sync.ts')).vaultSync),
  },
  ...indexEntries,
  {
    name: 'audit list',
    describe: 'List administrative acts, newest first',
    load: async () => plain((await import('../audit/list.ts')).auditList),
  },
  {
    name: 'console',
    describe: 'Open the tree explorer and the signing room without a service',
    load: async () => plain((await import('../serve/console.ts')).consoleCommand),
  },
  {
    name: 'dev chain',
    describe: 'Start the local chain: two vaults and 45 days of history',
    load: async () => plain((await import('../dev/chain.ts')).devChain),
  },
  {
    name: 'dev serve',
    describe: 'Start everything for a first look: local chain, demo store, API',
    load: async () => plain((await import('../dev/serve.ts')).devServe),
  },
  {
    name: 'completion',
    describe: 'Print the completion script for bash, zsh or fish',
    load: async () => plain((await import('./completion.ts')).completion),
  },
]

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

/** The verbs of a noun, in the order of the help. */
export function verbsOf(noun: string): readonly string[] {
  return catalogue.flatMap(({ name }) => verbOf(name, noun))
}
