import { BaseError } from '@vaultwright/base'
import { checkTerms, nothingStated, type TermFinding } from '@vaultwright/packet'
import { parseWitness, type Witness } from '@vaultwright/proof'
import { chainOf } from '@vaultwright/registry'
import { Verdict } from '../part/verdict.tsx'

/** Reads a witness; null when it is damaged, which the replay then says. */
export function witnessIn(text: string): Witness | null {
  try {
    return parseWitness(text)
  } catch (error) {
    if (error instanceof BaseError) return null
    throw error
  }
}

/** Why a witness is of terms that its block, or the chosen chain, does not give; none for a sound one. */
export function termsOf(witness: Witness, chainId: number): readonly TermFinding[] {
  const findings = checkTerms(witness, nothingStated)
  if (witness.chainId === chainId) return findings
  const name = (id: number) => `${chainOf(id)?.name ?? 'chain'} (${id})`
  const message = `The witness takes the rules of ${name(witness.chainId)}, and the block is of ${name(chainId)}. Ask for a witness of this chain.`
  return [{ weight: 'no', term: 'chain', message }, ...findings]
}

/** States the transaction of a witness before anything is said of what it does. */
export function TransactionOfWitness({ witness }: { readonly witness: Witness }) {
  const { chainId, request } = witness
  const { from, to, value, data, gas, timestamp, vault } = request
  const terms = [
    ['Chain', `${chainOf(chainId)?.name ?? 'chain'} (${chainId})`],
    ['From', from],
    ['To', to],
    ['Value', `${value} wei`],
    ['Calldata', `${data.length / 2 - 1} bytes`],
    ['Gas', String(gas)],
    ['Time', `${timestamp}, unix seconds`],
    ['Vault', vault === undefined ? 'of the Manager' : (vault ?? 'none')],
  ]
  return (
    <dl aria-label="Transaction of the witness">
      {terms.map(([name, text]) => (
        <div key={name}>
          <dt className="soft">{name}</dt>
          <dd className="mono">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The choices of a witness's maker that differ from its block. */
export function TermFindings({ findings }: { readonly findings: readonly TermFinding[] }) {
  if (findings.length === 0) return null
  const isNo = findings.some(({ weight }) => weight === 'no')
  return (
    <Verdict
      tone={isNo ? 'bad' : 'look'}
      title={
        isNo
          ? 'No: the witness is of terms that its block does not give'
          : 'A part of the result is the word of the file'
      }
    >
      <ul>
        {findings.map(({ term, message }) => (
          <li key={term}>{message}</li>
        ))}
      </ul>
    </Verdict>
  )
}
