import { strToU8, Zip, ZipDeflate } from 'fflate';

/** Maximum number of rows of a sheet in Excel. */
const MOST_ROWS = 1_048_576;
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Format 49 is text (`@`), so that phones that people edit in the workbook stay text. */
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/**
 * Yields an .xlsx file of text cells in chunks; no cell runs as a formula. The first row is the header. Rows that do not fit
 * into a sheet continue in the next one, below the same header.
 */
export async function* workbook(batches: AsyncIterable<string[][]>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  /** Begins a file of the archive. */
  const part = (path: string) => {
    const file = new ZipDeflate(path, { level: 6 });
    zip.add(file);
    return file;
  };
  const sheets: ZipDeflate[] = [];
  const close = (sheet: ZipDeflate | undefined) => sheet?.push(strToU8('</sheetData></worksheet>'), true);
  let header: string[] | undefined;
  let rows = MOST_ROWS;
  for await (const batch of batches) {
    let xml = '';
    for (const cells of batch) {
      header ??= cells;
      if (rows === MOST_ROWS) {
        if (xml) sheets.at(-1)?.push(strToU8(xml));
        close(sheets.at(-1));
        sheets.push(part(`xl/worksheets/sheet${sheets.length + 1}.xml`));
        xml = `${HEAD}<worksheet xmlns="${MAIN}"><cols><col min="1" max="${cells.length}" width="24" style="1"/></cols><sheetData>`;
        rows = 0;
        if (cells !== header) {
          xml += toRowXml(header);
          rows++;
        }
      }
      xml += toRowXml(cells);
      rows++;
    }
    sheets.at(-1)?.push(strToU8(xml));
    yield* ready;
    ready = [];
  }
  close(sheets.at(-1));
  for (const [path, text] of Object.entries(partsAround(sheets.length))) part(path).push(strToU8(text), true);
  zip.end();
  yield* ready;
}

const toRowXml = (cells: string[]): string =>
  `<row>${cells.map((text) => (text === '' ? '<c s="1"/>' : `<c s="1" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`)).join('')}</row>`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes XML, and `_x0041_`, which would be read as an A. */
const escapeXml = (text: string): string =>
  text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>]/g, (character) => ENTITIES[character] ?? '');

/** The other parts of a workbook with `count` sheets. */
function partsAround(count: number): Record<string, string> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const each = (text: (number: number) => string) => numbers.map(text).join('');
  return {
    'xl/styles.xml': STYLES,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each((n) => `<sheet name="Contacts${n > 1 ? ` ${n}` : ''}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${each((n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${count + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPE}.worksheet+xml"/>`)}</Types>`,
  };
}
