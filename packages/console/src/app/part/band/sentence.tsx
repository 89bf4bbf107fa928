import { escapeInvisible } from '@vaultwright/base'
import styles from './band.module.css'

const smallWords =
  /( (?:to|for|from|on|of|in|into|with|by|at least|without|and|through|as) )|(\d[\d,.]* [^\s,]+)|(0x[0-9a-fA-F]{40})/

/** The sentence of an action: names and amounts strong, small words soft; an amount never breaks from its token. */
export function Sentence({ text }: { readonly text: string }) {
  const parts = escapeInvisible(text)
    .replace(/ \(\d+(?: base units)?\)|, decimals unknown(?= |$)/g, '')
    .split(smallWords)
    .filter((part) => part !== undefined && part !== '')
  return (
    <span>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
        <Part key={index} text={part} />
      ))}
    </span>
  )
}

function Part({ text }: { readonly text: string }) {
  if (/^ .* $/.test(text)) return <span className={styles.by}>{text}</span>
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return <span title={text}>{shortAccount(text)}</span>
  return /^\d/.test(text) ? <span className={styles.nowrap}>{text}</span> : text
}

/** First and last four digits: whole where a decision hangs on it, which is not here. */
export function shortAccount(account: string): string {
  return account.length > 12 ? `${account.slice(0, 6)}…${account.slice(-4)}` : account
}
