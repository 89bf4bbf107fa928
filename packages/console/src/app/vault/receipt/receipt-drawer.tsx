import type { AnyReceipt, DailyReceipt, PerformanceReceipt } from '@vaultwright/valuation'
import { Button } from '../../part/button.tsx'
import { Dialog } from '../../part/dialog.tsx'
import { downloadFile } from '../../part/download.ts'
import { NotKnown } from '../../part/state.tsx'
import { Verdict } from '../../part/verdict.tsx'
import { flagWord } from '../series/flag-word.ts'
import { CheckNote } from './check-note.tsx'
import type { Explained } from './explained.ts'
import styles from './receipt.module.css'
import {
  dayLines,
  flagsOf,
  quotesOf,
  type ReceiptLine,
  readLines,
  timeText,
  weekLines,
} from './receipt-text.ts'

/** Why a number is what it is, computed again in this page and compared with what is served beside it. */
export function ReceiptDrawer(props: {
  readonly explained: Explained | null
  readonly close: () => void
}) {
  const { explained, close } = props
  return (
    <Dialog title={explained?.title ?? ''} isOpen={explained !== null} close={close} isDrawer>
      {explained === null ? null : <ReceiptBody explained={explained} />}
    </Dialog>
  )
}

function ReceiptBody({ explained }: { readonly explained: Explained }) {
  const { check, receipt, raw, fileName, milliseconds } = explained
  const json = JSON.stringify(raw, null, 2)
  return (
    <>
      <CheckNote check={check} />
      {receipt === null ? null : (
        <>
          <p className="soft">
            Formula <code>{receipt.formula}</code>, computed in this page in{' '}
            {milliseconds < 1 ? 'less than 1' : milliseconds.toFixed(0)} ms.
          </p>
          {flagsOf(receipt).map(({ flag, reason }) => (
            <Verdict key={reason} tone="look" title={flagWord(flag)}>
              <p className="wrap">{reason}</p>
            </Verdict>
          ))}
          <h3>Values of the receipt</h3>
          <Lines
            lines={
              'today' in receipt.inputs
                ? dayLines(receipt as DailyReceipt)
                : weekLines(receipt as PerformanceReceipt)
            }
          />
          {'today' in receipt.inputs ? (
            <>
              <h3>What was read</h3>
              <Lines lines={readLines(receipt as DailyReceipt)} />
            </>
          ) : (
            <Week receipt={receipt as PerformanceReceipt} />
          )}
          <Quotes receipt={receipt} />
        </>
      )}
      {raw === null ? null : (
        <>
          <div>
            <Button onClick={() => downloadFile(fileName, `${json}\n`)}>
              Download the receipt as JSON
            </Button>
          </div>
          <details className={styles.raw}>
            <summary>Receipt as JSON</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard */}
            <pre tabIndex={0}>{json}</pre>
          </details>
        </>
      )}
    </>
  )
}

function Lines({ lines }: { readonly lines: readonly ReceiptLine[] }) {
  return (
    <dl className={styles.values}>
      {lines.map(({ name, value, reason, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value === null ? <NotKnown reason={reason ?? ''} /> : <code>{value}</code>}
            {note === null ? null : <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Week({ receipt }: { readonly receipt: PerformanceReceipt }) {
  const { first, last, between, others: otherChains } = receipt.inputs
  const missing = between.filter((end) => end === null).length + (first === null ? 1 : 0)
  return (
    <>
      <h3>What was read</h3>
      <p>
        The vault at the end of {last.day} (block {last.block.number}) and{' '}
        {first === null
          ? 'no first day of the week'
          : `at the end of ${first.day} (block ${first.block.number})`}
        , with the days between; {missing === 0 ? 'none is missing' : `${missing} are missing`}.
      </p>
      {otherChains.length === 0 ? null : (
        <p className="soft">
          The server tells the days of {otherChains.map(({ chain }) => chain).join(', ')}: this page
          compares those of {receipt.inputs.chain} alone.
        </p>
      )}
    </>
  )
}

function Quotes({ receipt }: { readonly receipt: AnyReceipt }) {
  const quotes = quotesOf(receipt)
  return (
    <>
      <h3>Prices</h3>
      {quotes.length === 0 ? <p className="soft">No price was observed.</p> : null}
      <ul className={styles.quotes}>
        {quotes.map(({ asset, per, price, source, atUnix, kind, confidence }) => (
          <li key={`${asset}${per}${source}`}>
            <code>{asset}</code> at <code>{price}</code>{' '}
            {per === 'usd' ? 'USD' : <code>{per}</code>}
            <small>
              {kind}, {source}, {timeText(atUnix)}
              {confidence === null ? '' : `, confidence ${confidence}`}
            </small>
          </li>
        ))}
      </ul>
    </>
  )
}
