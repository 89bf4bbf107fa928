import {
  defaultVaultProgram,
  encodeDigestAccount,
  parseSvmAddress,
  type SvmAddress,
} from '@vaultwright/svm'
import {
  permissionsOf,
  type SvmCallList,
  type SvmDefinition,
  type SvmSnapshot,
  type SvmVerdict,
  verifySvmTransaction,
} from '@vaultwright/svm-builder'
import { defineCommand, flag, text } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { readSvmDefinition } from '../../input/solana/definition.ts'
import { readSvmEvidence } from '../../input/solana/evidence.ts'
import {
  isSolanaNodeWanted,
  onSolana,
  optionalSolanaNodeOptions,
  type SolanaEndpointOptions,
} from '../../input/solana/node.ts'
import { readJudgedWord, transactionHelp } from '../../input/solana/transaction.ts'
import { printSvmVerdict, svmVerdictJsonOf } from '../../print/solana/verdict.ts'
import type { Context } from '../../terminal/context.ts'

export const command = defineCommand({
  name: 'solana verify',
  summary: 'Check whether the vault program would let a transaction through',
  describe:
    'Checks whether the vault program would let a Solana transaction through: each manage by its addresses, the state of the vault, and the digest computed again with the operators that the chain stores. Names what each digest leaves free, and what it costs: a fee above the cap of the definition is a No, one above 0.01 SOL without a cap is open, and so are a digest that the lint calls dangerous or the definition does not have, an instruction of an unknown program, and a durable nonce. With --rpc-url by the accounts of a node at one slot, with --accounts by accounts that were saved; --definition compares with what should be permitted, and alone cannot say whether it is. The answer is Yes (exit 0), No or Cannot say (exit 1).',
  positionals: { transaction: { describe: transactionHelp } },
  options: {
    definition: text('The vault definition of kind solana', 'file'),
    accounts: text(
      'Accounts of one slot as JSON {"slot", "accounts": [{"address", "account"}]}, in place of a node',
      'file',
    ),
    program: text('The vault program; default: as the definition says', 'address'),
    strict: flag('Treats what is only noted, such as rent that a signer pays, as refused'),
    'allow-durable': flag(
      'Only notes that the transaction has a durable nonce: it does not expire',
    ),
    ...optionalSolanaNodeOptions,
  },
  examples: [
    [
      'solana verify @transaction.txt --rpc-url http://127.0.0.1:8899',
      'Would the chain permit every call?',
    ],
    [
      'solana verify @answer.json --definition vault.yaml --rpc-url https://… --strict',
      'And nothing beyond the definition?',
    ],
    ['solana verify @transaction.txt --accounts accounts.json --json', 'Offline, for a program'],
    [
      'solana verify BCUYax3L… --rpc-url https://…',
      'What do the members of a Squads multisig approve?',
    ],
  ],
  run: async (args, context) => {
    const judged = await readJudgedWord(args.transaction, context)
    const { definition: path, program } = args
    const definition = path === undefined ? null : await readSvmDefinition(path, context)
    const settings = {
      definition,
      program: program === undefined ? null : parseSvmAddress(program),
      allowDurable: args['allow-durable'],
    }
    const { verdict, slot } = await judge(judged, { ...args, ...settings }, context)
    const vaultProgram = settings.program ?? definition?.program ?? defaultVaultProgram
    const isNoted = args.strict && verdict.reasons.length > 0
    const ok = verdict.answer === 'yes' && !isNoted
    return {
      json: () => ({ ok, ...svmVerdictJsonOf(verdict, { slot, program: vaultProgram }) }),
      text: (style) => printSvmVerdict(verdict, { style, slot, ok, program: vaultProgram }),
      exit: () => (ok ? 0 : 1),
    }
  },
})

type JudgeOptions = SolanaEndpointOptions & {
  readonly chain: string | undefined
  readonly accounts: string | undefined
  readonly definition: SvmDefinition | null
  readonly program: SvmAddress | null
  readonly allowDurable: boolean
}

type Judged = {
  readonly verdict: SvmVerdict
  /** Null where no chain was asked. */
  readonly slot: bigint | null
}

async function judge(
  given: Uint8Array | SvmAddress | SvmCallList,
  options: JudgeOptions,
  context: Context,
): Promise<Judged> {
  const { definition, program, allowDurable } = options
  if (options.accounts === undefined && isSolanaNodeWanted(options)) {
    const { verifySvmAt } = await import('@vaultwright/operations')
    const genesisHash = definition?.genesisHash ?? null
    const { verdict, snapshot } = await onSolana(options, { context, genesisHash }, (node) =>
      verifySvmAt(node, given, { definition, program, allowDurable }),
    )
    return { verdict, slot: snapshot.slot }
  }
  if (typeof given === 'string')
    throw new UsageError(
      'The account at an address is read from a node. Give --rpc-url, or its base64.',
    )
  const { accounts } = options
  const saved = accounts === undefined ? null : await readSvmEvidence(accounts, context)
  const snapshot = saved ?? (definition === null ? null : wantedDigests(definition))
  const settings = { snapshot, definition, allowDurable, ...(program === null ? {} : { program }) }
  return { verdict: verifySvmTransaction(given, settings), slot: saved?.slot ?? null }
}

/** The digests of a definition as if they existed; the vault's state stays open. */
function wantedDigests(definition: SvmDefinition): SvmSnapshot {
  const accounts = permissionsOf(definition).map(({ digestAddress, operators }) => {
    const data = encodeDigestAccount(operators)
    const account = { lamports: 1n, owner: definition.program, data, executable: false }
    return [digestAddress, account] as const
  })
  return { slot: 0n, accounts: new Map(accounts) }
}
