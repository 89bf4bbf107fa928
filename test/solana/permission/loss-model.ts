import { decodeTokenAccount, type SvmAddress, systemProgram } from '@vaultwright/svm'
import { describeInstruction, type SvmVerdict } from '@vaultwright/svm-builder'
import type { SolanaWorld } from '../world.ts'

/** The holdings of a vault: each of its accounts with whoever may take from it; null where none exists. */
export type Holdings = Readonly<Record<string, Holding | null>>

type Holding = {
  readonly lamports: bigint
  readonly amount: bigint | null
  readonly owner: SvmAddress | null
  readonly delegate: SvmAddress | null
  readonly delegatedAmount: bigint
}

/** Reads two sub-accounts and their token accounts. */
export function holdingsOf(world: SolanaWorld): Holdings {
  const actors = [world.subAccount(0), world.subAccount(1)]
  const tokens = actors.flatMap((owner) =>
    Object.values(world.mints).map((mint) => world.holding(owner, mint)),
  )
  return Object.fromEntries([...actors, ...tokens].map((each) => [each, holdingOf(world, each)]))
}

/** The holdings that the described calls of a verdict leave a vault. */
export function expectedHoldings(
  before: Holdings,
  { instructions }: SvmVerdict,
  world: SolanaWorld,
): Holdings {
  const model = { ...before }
  const change = (address: string, by: (holding: Holding) => Partial<Holding>) => {
    const holding = model[address]
    if (holding != null) model[address] = { ...holding, ...by(holding) }
  }
  const move = (field: 'lamports' | 'amount', [from, to]: readonly string[], sum: bigint) => {
    change(from!, (holding) => ({ [field]: (holding[field] ?? 0n) - sum }))
    change(to!, (holding) => ({ [field]: (holding[field] ?? 0n) + sum }))
  }
  for (const { manage } of instructions) {
    if (manage === null) continue
    const { name, arguments: args, accounts, program } = describeInstruction(manage.shownCall)
    const value = (field: string) => args.find((each) => each.name === field)?.value ?? ''
    const addressAt = (part: string) => accounts.find((each) => each.name === part)!.address
    if (name === 'transfer' && program === systemProgram)
      move('lamports', [addressAt('source'), addressAt('destination')], BigInt(value('lamports')))
    else if (name === 'transfer' || name === 'transfer_checked')
      move('amount', [addressAt('source'), addressAt('destination')], BigInt(value('amount')))
    else if (name === 'approve')
      change(addressAt('source'), () => ({
        delegate: addressAt('delegate'),
        delegatedAmount: BigInt(value('amount')),
      }))
    else if (name === 'set_authority')
      change(addressAt('account'), () => ({
        owner: value('new_authority') as SvmAddress,
        delegate: null,
        delegatedAmount: 0n,
      }))
    else if (name === 'close_account') {
      const { lamports } = model[addressAt('account')]!
      model[addressAt('account')] = null
      change(addressAt('destination'), (holding) => ({ lamports: holding.lamports + lamports }))
    } else if (name?.startsWith('create') && world.account(addressAt('account')) !== null)
      change(addressAt('payer'), () => ({ lamports: world.lamportsOf(addressAt('payer')) }))
  }
  return model
}

/** The rent that a verdict says its signers pay at most. */
export function rentIn({ reasons }: SvmVerdict): bigint {
  return reasons
    .filter(({ code }) => code === 'rent_paid')
    .reduce((sum, { message }) => sum + BigInt(/at most (\d+) lamports/.exec(message)![1]!), 0n)
}

function holdingOf(world: SolanaWorld, address: SvmAddress): Holding | null {
  const account = world.account(address)
  if (account === null) return null
  const { lamports } = account
  if (account.owner === systemProgram)
    return { lamports, amount: null, owner: null, delegate: null, delegatedAmount: 0n }
  const { amount, owner, delegate, delegatedAmount } = decodeTokenAccount(account)
  return { lamports, amount, owner, delegate, delegatedAmount }
}
