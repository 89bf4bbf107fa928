import { useState } from 'react'
import { Button } from '../part/button.tsx'
import { TextArea } from '../part/text/field.tsx'
import facts from '../style/fact.module.css'

/** Takes the text of a tree file from the clipboard. */
export function PasteTree({ take }: { readonly take: (text: string) => void }) {
  const [text, setText] = useState('')
  return (
    <details className={facts.more}>
      <summary>Paste the text of a tree file</summary>
      <TextArea label="Text of the file" rows={6} value={text} change={setText} />
      <div>
        <Button disabled={text.trim() === ''} onClick={() => take(text)}>
          Open the text
        </Button>
      </div>
    </details>
  )
}
