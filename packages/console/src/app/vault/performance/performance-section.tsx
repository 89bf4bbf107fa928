import type { CheckedPerformance } from '@vaultwright/check'
import { protocolTitleOf } from '@vaultwright/protocols'
import type { PerformanceReceipt } from '@vaultwright/valuation'
import type { PerformanceData } from '@vaultwright/wire'
import { Button } from '../../part/button.tsx'
import { Section } from '../../part/page.tsx'
import { NotKnown } from '../../part/state.tsx'
import { numberCell, Table } from '../../part/table.tsx'
import { dayText } from '../../part/text/moment-text.ts'
import { percentOf, percentText } from '../../part/text/number-text.ts'
import { answerTexts } from '../receipt/check-word.ts'
import styles from './performance.module.css'
import { barsOf, yieldTermsOf } from './yield-part.ts'

/** The parts of the week's yield. */
export function PerformanceSection(props: {
  readonly served: PerformanceData
  readonly checked: CheckedPerformance
  readonly explain: () => void
}) {
  const { served, checked, explain } = props
  const { again, check } = checked
  return (
    <Section
      title="Performance of seven days"
      actions={<Button onClick={explain}>Why these numbers</Button>}
    >
      <p className="note">
        The seven days that end with {dayText(served.as_of)}. {answerTexts[check.verdict.answer]}
      </p>
      <Terms served={served} receipt={again} />
      <Protocols served={served} receipt={again} />
    </Section>
  )
}

type Parts = { readonly served: PerformanceData; readonly receipt: PerformanceReceipt | null }

function Terms({ served, receipt }: Parts) {
  const terms = yieldTermsOf(served, receipt)
  const bars = barsOf(terms)
  return (
    <dl className={`sheet ${styles.terms}`}>
      {terms.map(({ name, sign, value }, index) => {
        const bar = bars[index] ?? null
        return (
          <div key={name} data-sum={index === terms.length - 1}>
            <dt>
              {sign === '' ? null : <span aria-hidden="true">{sign} </span>}
              {sign === '−' ? <span className="hidden">less </span> : null}
              {name}
            </dt>
            <dd>
              {value.value === null ? (
                <NotKnown reason={value.reason} />
              ) : (
                <strong title={value.value}>{percentOf(value.value)}</strong>
              )}
            </dd>
            <dd aria-hidden="true">
              {bar === null ? null : (
                <svg
                  aria-hidden="true"
                  className={styles.bar}
                  viewBox="0 0 100 10"
                  preserveAspectRatio="none"
                >
                  <rect
                    x={bar.from}
                    width={Math.max(bar.size, 0.4)}
                    y="1"
                    height="8"
                    data-negative={bar.from < bar.zero}
                  />
                  <path d={`M${bar.zero} 0V10`} />
                </svg>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function Protocols({ served, receipt }: Parts) {
  const reasons = new Map(
    [...(receipt?.result.real ?? []), ...(receipt?.result.maturities ?? [])].map((part) => [
      `${part.chain} ${part.protocol}`,
      part.apy.reason,
    ]),
  )
  const parts = [
    ...served.real_apy_breakdown.map((part) => ({ ...part, kind: 'variable' })),
    ...served.maturity_apy_breakdown.map((part) => ({
      ...part,
      kind: `${part.asset} until ${part.maturity.slice(0, 10)}`,
    })),
  ].sort((left, right) => right.allocation - left.allocation)
  if (parts.length === 0)
    return <p className="note">The parts are not known, as the net assets are not.</p>
  return (
    <Table
      name="Yield by protocol"
      head={['Protocol', 'Yield', 'Share of assets', 'APY, 7 days']}
      numbers={['Share of assets', 'APY, 7 days']}
    >
      {parts.map(({ chain, protocol, kind, allocation, apy, apy_net }) => (
        <tr key={`${chain}${protocol}${kind}`}>
          <th scope="row">
            {protocolTitleOf(protocol)}
            {chain === served.chain ? null : ` on ${chain}`}
          </th>
          <td>{kind}</td>
          <td className={numberCell}>{percentText(allocation)}</td>
          <td className={numberCell}>
            {apy === null ? (
              <NotKnown
                reason={reasons.get(`${chain} ${protocol}`) ?? 'the service gave no reason'}
              />
            ) : (
              percentText(apy)
            )}
            {apy_net === undefined ? null : <small> {percentText(apy_net)} after fees</small>}
          </td>
        </tr>
      ))}
    </Table>
  )
}
