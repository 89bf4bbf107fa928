import { escapeInvisible } from '@vaultwright/base'
import type { AnswerReason, AnswerVerdict } from '@vaultwright/check'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { CopyButton } from '../hash.tsx'
import { weightWords } from './answer-word.ts'
import styles from './band.module.css'
import { Icon } from './icon.tsx'
import { Sentence, shortAccount } from './sentence.tsx'

/** A fact of the band; a bad one says so in its words, too. */
export type BandFact = {
  readonly name: string
  readonly values: readonly ReactNode[]
  readonly note?: ReactNode
  readonly tone?: 'bad' | 'look'
}

/** Something that was checked; one that is open is amber. */
export type BandSeal = { readonly text: string; readonly isOpen: boolean }

const words = { yes: 'Yes', conditional: 'Yes, if', no: 'No', open: 'Open' } as const
const icons = { yes: 'yes', conditional: 'look', no: 'no', open: 'open' } as const
const tones = { no: 'bad', open: 'look', condition: 'look', note: 'look' } as const
/** Lines and reasons that stand in the band; the others follow below it. */
const most = 3
/** From so many letters on, lines are smaller on a phone. */
const long = 90

/** Answers the one question of a screen, asked so that Yes is the safe answer: word, actions, facts, reasons, seals. */
export function AnswerBand(props: {
  readonly question: string
  readonly verdict: AnswerVerdict
  /** Behind the word: what the reader can do or see. */
  readonly condition: string
  readonly meta?: ReactNode
  readonly lines: readonly string[]
  readonly facts: readonly BandFact[]
  readonly seals: readonly BandSeal[]
  /** 64 hex digits; null where it is not known. */
  readonly contentHash?: string | null
  /** One button is primary; a download is not, if the answer is No. */
  readonly acts?: ReactNode
  /** True for a result that arrived: the page scrolls to it. */
  readonly isArriving?: boolean
}) {
  const { question, verdict, condition, lines, facts, seals, contentHash = null } = props
  const { answer, reasons } = verdict
  const band = useRef<HTMLElement>(null)
  const isPinned = usePin(band)
  const { isArriving = false } = props
  useEffect(() => {
    if (!isArriving) return
    band.current?.scrollIntoView({ block: 'start' })
    band.current?.focus({ preventScroll: true })
  }, [isArriving])
  const shown = reasonsShown(verdict)
  const hidden = reasons.length - shown.length
  return (
    <>
      <section
        ref={band}
        className={styles.answer}
        data-verdict={answer}
        aria-label={`Answer: ${question} ${lines[0] ?? ''}`}
        tabIndex={-1}
      >
        <div className={styles.answerTop}>
          <div className={styles.answerVerdict} data-testid="verdict" data-answer={answer}>
            <p className={styles.answerQuestion}>{question}</p>
            <p className={styles.answerWord}>
              <Icon name={icons[answer]} size={28} />
              {words[answer]}
            </p>
            <p className={styles.answerIf}>{condition}</p>
          </div>
          <div className={styles.answerWhat}>
            {props.meta === undefined ? null : (
              <div className={styles.answerMeta}>{props.meta}</div>
            )}
            <Lines lines={lines} />
          </div>
        </div>
        {facts.length === 0 ? null : (
          <dl className={styles.answerFacts}>
            {facts.map((fact) => (
              <FactCell key={fact.name} fact={fact} />
            ))}
          </dl>
        )}
        {shown.map((reason) => (
          <ReasonLine key={reason.code + reason.message} reason={reason} />
        ))}
        {props.acts === undefined ? null : <div className={styles.answerActs}>{props.acts}</div>}
        <Seals seals={seals} hidden={hidden} contentHash={contentHash} />
      </section>
      <p className="hidden" role="status">
        {`${question} ${words[answer]}. ${condition}. ${lines[0] ?? ''}. ${reasons[0] === undefined ? '' : sentenceOf(reasons[0])}`}
      </p>
      {isPinned ? (
        <div className={styles.pin} data-shown aria-hidden="true">
          <strong data-verdict={answer}>{words[answer]}</strong>
          <span className={styles.what}>{lines.join(', ')}</span>
        </div>
      ) : null}
    </>
  )
}

/** Reds, then ambers; without any the notes, but for those of whose word something is. */
function reasonsShown({ reasons }: AnswerVerdict): readonly AnswerReason[] {
  const heavy = reasons.filter(({ weight }) => weight !== 'note')
  return (heavy.length > 0 ? heavy : reasons.filter(({ code }) => code !== 'stated')).slice(0, most)
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  const more = lines.length - most
  return (
    <ol
      className={styles.answerSay}
      data-long={lines.slice(0, most).join('').length > long ? '' : undefined}
    >
      {lines.slice(0, most).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same action may be made twice
        <li key={index}>
          {lines.length > 1 ? (
            <span className={styles.n} aria-hidden="true">
              {index + 1}
            </span>
          ) : null}
          <Sentence text={line} />
        </li>
      ))}
      {more > 0 ? (
        <li>
          <span className={styles.n} aria-hidden="true" />
          <span className={styles.by}>and {more} more</span>
        </li>
      ) : null}
    </ol>
  )
}

function FactCell({ fact: { name, values, note, tone } }: { readonly fact: BandFact }) {
  return (
    <div className={styles.fact} data-tone={tone}>
      <dt>{name}</dt>
      <dd>
        {values.map((value, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a value is its place
          <span key={index} className={styles.value}>
            {tone === 'bad' && index === 0 ? <Icon name="cross" size={14} /> : null}
            {value}
          </span>
        ))}
        {note === undefined ? null : <span>{note}</span>}
      </dd>
    </div>
  )
}

/** A condition alone reads like a fact. */
function sentenceOf({ weight, message }: AnswerReason): string {
  return `${weight === 'condition' ? `${weightWords.condition} ` : ''}${escapeInvisible(message)}`
}

/** The first sentence is strong; the consequence follows. */
function ReasonLine({ reason }: { readonly reason: AnswerReason }) {
  const { weight } = reason
  const text = sentenceOf(reason).replace(/0x[0-9a-fA-F]{40,}/g, shortAccount)
  const [first = '', ...consequences] = text.split(/(?<=[^:\d][.:]) (?=[A-Z])/)
  return (
    <p className={styles.reason} data-tone={tones[weight]}>
      <Icon name={weight === 'no' ? 'no' : weight === 'note' ? 'note' : 'look'} size={18} />
      <span>
        <b>{first}</b> <span className={styles.then}>{consequences.join(' ')}</span>
      </span>
    </p>
  )
}

function Seals(props: {
  readonly seals: readonly BandSeal[]
  readonly hidden: number
  readonly contentHash: string | null
}) {
  const { seals, hidden, contentHash } = props
  const done = seals.filter(({ isOpen }) => !isOpen).length
  return (
    <div className={styles.seals}>
      <ul className={styles.sealList}>
        {seals.map(({ text, isOpen }) => (
          <li key={text} className={styles.seal} data-open={isOpen ? '' : undefined}>
            <Icon name={isOpen ? 'open' : 'yes'} size={13} />
            {text}
          </li>
        ))}
        {hidden > 0 ? <li>{hidden} more below</li> : null}
      </ul>
      <span className={`${styles.seal} ${styles.sealSum}`}>
        {done} of {seals.length} checks
      </span>
      {contentHash === null ? null : (
        <span className={styles.contentHash}>
          <span>Content hash</span>{' '}
          <code data-testid="content-hash" title={contentHash}>
            {shortHash(contentHash)}
          </code>
          <CopyButton value={contentHash} />
        </span>
      )}
    </div>
  )
}

/** The first four groups of four of a hash, to read aloud. */
export function shortHash(hash: string): string {
  const groups = hash.replace(/^0x/, '').match(/.{4}/g) ?? []
  return groups.slice(0, 4).join(' ').toUpperCase()
}

/** True if an element has left the window upwards. */
function usePin(element: { readonly current: HTMLElement | null }): boolean {
  const [isPinned, setPinned] = useState(false)
  useEffect(() => {
    const { current } = element
    if (current === null) return
    const observer = new IntersectionObserver(([entry]) => {
      setPinned(entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.bottom < 0)
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return isPinned
}
