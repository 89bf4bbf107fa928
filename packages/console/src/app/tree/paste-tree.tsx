import { useId, useState } from 'react'
import { Button } from '../part/button.tsx'
import styles from './tree.module.css'

/** Takes the text of a tree file from the clipboard. */
export function PasteTree({ take }: { readonly take: (text: string) => void }) {
  const [text, setText] = useState('')
  const id = useId()
  return (
    <details className={styles.paste}>
      <summary>Paste the text of a tree file</summary>
      <label htmlFor={id}>Text of the file</label>
      <textarea
        id={id}
        rows={6}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div>
        <Button disabled={text.trim() === ''} onClick={() => take(text)}>
          Open the text
        </Button>
      </div>
    </details>
  )
}
