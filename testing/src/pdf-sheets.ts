import { getDocumentProxy } from 'unpdf';

/** The texts of each sheet of a PDF file, in the order in which they are drawn. */
export async function pdfSheets(bytes: Uint8Array): Promise<string[][]> {
  const file = await getDocumentProxy(new Uint8Array(bytes));
  const sheets: string[][] = [];
  for (let number = 1; number <= file.numPages; number++) {
    const { items } = await (await file.getPage(number)).getTextContent();
    sheets.push(items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str] : [])));
  }
  return sheets;
}
