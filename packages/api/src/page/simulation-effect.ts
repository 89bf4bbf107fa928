import { type Address, isSameAddress, zeroAddress } from '@vaultwright/base'
import type { SimulationPage, SimulationPageRun } from '@vaultwright/wire'
import { type Html, html, tableOf } from './html.ts'

type ShownTransfer = SimulationPageRun['transfers'][number]
type ShownBalance = SimulationPageRun['balances'][number]
type ShownApproval = SimulationPageRun['approvals'][number]

/** Writes what a transaction moves: transfers, balances, approvals that are left. */
export function effectsOf(seen: SimulationPageRun, page: SimulationPage): Html {
  const nameOf = (account: string): Html => {
    if (account === zeroAddress) return html`zero address`
    const isVault = isSameAddress(account as Address, page.vault_address as Address)
    return isVault ? html`vault` : html`<code>${account}</code>`
  }
  const { transfers, balances, approvals } = seen
  return html`<h2>Balance changes</h2>
${tableOf(
  ['token', '#change', '#before', '#after', 'of', ''],
  balances.map((one) => balanceRow(one, nameOf)),
)}
<h2>Transfers</h2>
${tableOf(
  ['', '#amount', 'token', '#USD', 'from', 'to'],
  transfers.map((one) => transferRow(one, nameOf)),
)}
<h2>Approvals left</h2>
${tableOf(
  ['token', '#amount', 'spender', 'owner', ''],
  approvals.map((one) => approvalRow(one, nameOf)),
)}`
}

type AccountLink = (account: string) => Html

function balanceRow(one: ShownBalance, nameOf: AccountLink): readonly Html[] {
  const { change, before, after, raw_change, is_reconciled } = one
  const sign = raw_change.startsWith('-') || raw_change === '0' ? '' : '+'
  const tone = raw_change.startsWith('-') ? 'bad' : 'good'
  return [
    tokenOf(one),
    html`<span class="${tone}">${sign}${change ?? `${raw_change} base units`}</span>`,
    html`${before ?? one.raw_before}`,
    html`${after ?? one.raw_after}`,
    nameOf(one.holder),
    is_reconciled ? html`` : html`<span class="look">not as the logs say</span>`,
  ]
}

function transferRow(one: ShownTransfer, nameOf: AccountLink): readonly Html[] {
  const { direction, dollar_value, from, to, id } = one
  const number = id === null ? '' : ` #${id}`
  return [
    html`${direction ?? ''}`,
    html`${amountOf(one)}${number}`,
    tokenOf(one),
    html`${dollar_value ?? 'unknown'}`,
    nameOf(from),
    nameOf(to),
  ]
}

function approvalRow(one: ShownApproval, nameOf: AccountLink): readonly Html[] {
  const { is_unlimited, spender, owner, standard } = one
  const amount = is_unlimited ? html`<span class="look">unlimited</span>` : html`${amountOf(one)}`
  const kind = standard === 'erc20' ? html`` : html`${standard}`
  return [tokenOf(one), amount, nameOf(spender), nameOf(owner), kind]
}

function amountOf({ amount, raw_amount }: Pick<ShownTransfer, 'amount' | 'raw_amount'>): string {
  return amount ?? (raw_amount === null ? '1' : `${raw_amount} base units`)
}

/** A token may call itself anything: its address stands beside its name. */
function tokenOf({ token, token_address }: Pick<ShownTransfer, 'token' | 'token_address'>): Html {
  const address = html`<code title="${token_address}">${token_address.slice(0, 6)}…${token_address.slice(-4)}</code>`
  return html`${token ?? 'unknown'} <span class="soft">${address}</span>`
}
