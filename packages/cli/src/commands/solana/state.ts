import { printUnits } from '@vaultwright/base'
import type { SvmStateReading } from '@vaultwright/operations'
import { systemProgram } from '@vaultwright/svm'
import { defineCommand, text } from '../../command/command.ts'
import { readVaultWord, vaultHelp } from '../../input/solana/definition.ts'
import { onSolana, solanaNodeOptions } from '../../input/solana/node.ts'
import { type Json, yes } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs, printTime, printTimeOrNull } from '../../terminal/table.ts'

export const command = defineCommand({
  name: 'solana state',
  summary: 'Show the state of a vault: rate, pause, strategist, fees',
  describe:
    'Shows the state of a Solana vault as a node has it at one slot: exchange rate, pause, strategist, authority, sub-accounts, fees and the bounds of rate updates.',
  positionals: { vault: { describe: vaultHelp } },
  options: {
    program: text('The vault program; default: the one that is deployed', 'address'),
    ...solanaNodeOptions,
  },
  examples: [
    ['solana state vault.yaml --rpc-url http://127.0.0.1:8899', 'Rate, pause and strategist'],
    ['solana state FUJ5F5No… --rpc-url https://… --json', 'By its address, for a program'],
  ],
  run: async (args, context) => {
    const { vault, program, definition } = await readVaultWord(args.vault, args.program, context)
    const { readVaultAt } = await import('@vaultwright/operations')
    const genesisHash = definition?.genesisHash ?? null
    const reading = await onSolana(args, { context, genesisHash }, (node) =>
      readVaultAt(node, { vault, program }),
    )
    return {
      json: () => stateJsonOf(reading),
      text: (style) => printState(reading, style),
      exit: yes,
    }
  },
})

function stateJsonOf({ vault, program, slot, atUnix, ...reading }: SvmStateReading): Json {
  const { state, baseDecimals, shareSupply } = reading
  return {
    vault_address: vault,
    vault_id: state.vaultId,
    program,
    slot: Number(slot),
    time: printTimeOrNull(atUnix),
    paused: state.paused,
    strategist: state.strategist,
    authority: state.authority,
    pending_authority: addressOrNull(state.pendingAuthority),
    share_mint: state.shareMint,
    share_decimals: state.decimals,
    share_supply: shareSupply === null ? null : printUnits(shareSupply, state.decimals),
    base_asset: state.baseAsset,
    base_decimals: baseDecimals,
    exchange_rate: baseDecimals === null ? null : printUnits(state.exchangeRate, baseDecimals),
    raw_exchange_rate: state.exchangeRate,
    raw_high_water_mark: state.highWaterMark,
    raw_fees_owed: state.feesOwed,
    last_update: printTime(state.lastUpdateUnix),
    deposit_sub_account: state.depositSubAccount,
    withdraw_sub_account: state.withdrawSubAccount,
    payout: state.payout,
    upper_bound_bps: state.upperBoundBps,
    lower_bound_bps: state.lowerBoundBps,
    update_delay_seconds: state.updateDelaySeconds,
    platform_fee_bps: state.platformFeeBps,
    performance_fee_bps: state.performanceFeeBps,
    withdraw_authority: addressOrNull(state.withdrawAuthority),
    share_mover: state.shareMover,
    layout_bytes: state.layout,
  }
}

/** The program writes the system program where it means none. */
function addressOrNull(address: string): string | null {
  return address === systemProgram ? null : address
}

function* printState(reading: SvmStateReading, style: TextStyle): Iterable<string> {
  const { vault, program, slot, atUnix, state, baseDecimals, shareSupply } = reading
  const time = atUnix === null ? '' : `, ${printTime(atUnix)}`
  yield style.dim(`at slot ${slot}${time}\n`)
  const inBase = (amount: bigint) =>
    baseDecimals === null ? `${amount} base units` : printUnits(amount, baseDecimals)
  yield* printPairs(
    [
      ['vault', `${vault}, id ${state.vaultId}`],
      ['program', program],
      ['paused', state.paused ? 'yes' : 'no'],
      ['rate', `${inBase(state.exchangeRate)} of ${state.baseAsset} a share`],
      ['last update', printTime(state.lastUpdateUnix)],
      ['high-water mark', inBase(state.highWaterMark)],
      ['fees owed', inBase(state.feesOwed)],
      ['shares', shareSupply === null ? 'not known' : printUnits(shareSupply, state.decimals)],
      ['share mint', state.shareMint],
      ['strategist', state.strategist],
      ['authority', state.authority],
      ['pending authority', addressOrNull(state.pendingAuthority) ?? 'none'],
      ['withdraw authority', addressOrNull(state.withdrawAuthority) ?? 'anyone'],
      [
        'sub-accounts',
        `deposits ${state.depositSubAccount}, withdrawals ${state.withdrawSubAccount}`,
      ],
      ['payout', state.payout],
      ['platform fee', `${state.platformFeeBps} bps`],
      ['performance fee', `${state.performanceFeeBps} bps`],
      ['rate bounds', `${state.lowerBoundBps} to ${state.upperBoundBps} bps`],
      ['update delay', `${state.updateDelaySeconds} s`],
    ],
    style,
  )
}
