import type {
  SvmActionReport,
  SvmInstructionData,
  SvmSimulationPage,
  SvmTokenTransferData,
} from '@vaultwright/wire'
import { documentOf, type Html, html, listOf, tableOf } from './html.ts'

/** Writes the page of a simulation on Solana: plain HTML that runs nothing. */
export function svmSimulationHtmlOf(page: SvmSimulationPage): string {
  const body = html`<h1>${page.description}</h1>
${verdictOf(page)}
${warningsOf(page)}
<h2>Actions</h2>
<ol>${page.actions.map(actionOf)}</ol>
<h2>Transfers</h2>
${tableOf(['', '#amount', 'token', 'mint'], page.token_transfers.map(transferRow))}
<h2>Instructions</h2>
<ol>${page.instructions.map(instructionOf)}</ol>
<h2>Logs</h2>
${page.logs.length === 0 ? html`<p class="soft">none</p>` : html`<pre>${page.logs.join('\n')}</pre>`}
<h2>Where and when</h2>
${factsOf(page)}
<h2>Check it yourself</h2>
<p>This page is not a proof. Decode and simulate the transaction on your own machine before you sign.</p>
<pre>${page.verify_command}</pre>
<h2>Transaction</h2>
<p>Base64, without signatures.</p>
<pre>${page.serialized_transaction_base64}</pre>
<p class="soft">Kept until ${page.expires_at}. As JSON: add <code>.json</code> to the address.</p>`
  return documentOf(`Simulation: ${page.description}`, body)
}

function verdictOf({ status, failing }: SvmSimulationPage): Html {
  if (status === true) return html`<p class="verdict good">Would succeed.</p>`
  const where =
    failing === null
      ? null
      : listOf([
          ['error', html`<code>${failing.error}</code>`],
          ['instruction', failing.instruction],
          ['program', failing.program === null ? null : html`<code>${failing.program}</code>`],
        ])
  return html`<p class="verdict bad">No. ${status}</p>
${where}`
}

function warningsOf({ warnings }: SvmSimulationPage): Html | null {
  if (warnings.length === 0) return null
  return html`<h2>Warnings</h2>
<ul>${warnings.map(({ code, message }) => html`<li class="look">${message} <code>${code}</code></li>`)}</ul>`
}

function actionOf({ route, description, sub_account, calls }: SvmActionReport): Html {
  const digests = calls.map(
    ({ program, cpi_digest, cpi_digest_address, free }) =>
      html`${listOf([
        ['program', html`<code>${program}</code>`],
        ['digest', html`<code>${cpi_digest}</code>`],
        ['its account', html`<code>${cpi_digest_address}</code>`],
        ['not pinned', free.length === 0 ? 'nothing' : free.join(', ')],
      ])}`,
  )
  return html`<li><h3>${description}</h3>
<p class="soft"><code>${route}</code>, sub-account ${String(sub_account)}</p>
${digests}</li>`
}

function transferRow(transfer: SvmTokenTransferData): readonly Html[] {
  const { direction, amount, raw_amount, token, token_address } = transfer
  return [
    html`${direction}`,
    html`${amount ?? `${raw_amount} base units`}`,
    html`${token}`,
    html`<code>${token_address}</code>`,
  ]
}

function instructionOf({ program, accounts, data_base64 }: SvmInstructionData): Html {
  const flags = (isSigner: boolean, isWritable: boolean) =>
    [...(isSigner ? ['signer'] : []), ...(isWritable ? ['writable'] : [])].join(', ')
  const rows = accounts.map(({ address, is_signer, is_writable }, index) => [
    html`${String(index)}`,
    html`<code>${address}</code>`,
    html`${flags(is_signer, is_writable)}`,
  ])
  return html`<li><h3><code>${program}</code></h3>
${tableOf(['#', 'account', ''], rows)}
<details><summary>data</summary><pre>${data_base64}</pre></details></li>`
}

function factsOf(page: SvmSimulationPage): Html {
  const fee = page.fee_lamports === null ? null : `${page.fee_lamports} lamports`
  return listOf([
    ['chain', page.chain],
    ['slot', String(page.slot)],
    ['vault', html`<code>${page.vault_address}</code> ${page.vault_name}`],
    ['program', html`<code>${page.program.address}</code>, vault ${page.program.vault_id}`],
    ['strategist', html`<code>${page.strategist_address}</code>`],
    ['compute units', page.compute_units],
    ['fee', fee],
    ['made', page.created_at],
  ])
}
