import { getDocumentProxy } from 'unpdf';

/** The texts of each sheet of a PDF file, in the order in which they are drawn. */
export async function pdfSheets(bytes: Uint8Array): Promise<string[][]> {
  return (await pdfTexts(bytes)).map((sheet) => sheet.map(({ text }) => text));
}

/** The same with where each text begins, in points from the left edge. */
export async function pdfTexts(bytes: Uint8Array): Promise<{ text: string; left: number }[][]> {
  const file = await getDocumentProxy(new Uint8Array(bytes));
  const sheets: { text: string; left: number }[][] = [];
  for (let number = 1; number <= file.numPages; number++) {
    const { items } = await (await file.getPage(number)).getTextContent();
    sheets.push(
      items.flatMap((item) =>
        'str' in item && item.str.trim() !== '' ? [{ text: item.str, left: Number(item.transform[4]) }] : [],
      ),
    );
  }
  return sheets;
}

/** What a screen reader learns of a PDF file: its description, and the elements of each sheet, each as `Table/TR/TH`. */
export async function pdfElements(bytes: Uint8Array) {
  const file = await getDocumentProxy(new Uint8Array(bytes));
  const { info, metadata } = await file.getMetadata();
  const sheets: string[][] = [];
  for (let number = 1; number <= file.numPages; number++)
    sheets.push(leavesOf(await (await file.getPage(number)).getStructTree()));
  const marks = await file.getMarkInfo();
  return { info: info as Record<string, unknown>, xml: metadata?.getRaw() as string, isTagged: marks?.Marked, sheets };
}

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;
type Element = Awaited<ReturnType<Awaited<ReturnType<Document['getPage']>>['getStructTree']>>;

function leavesOf(element: Element, above: string[] = []): string[] {
  return (element?.children ?? []).flatMap((child) =>
    'children' in child ? leavesOf(child, [...above, child.role]) : [above.join('/')],
  );
}
