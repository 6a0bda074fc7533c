"""Orders to a program that reads a document, in languages other than English: data for `planted`.

Each is what only such an order says: that instructions be ignored, that an answer be given, or whom it
speaks to. All begin a clause, so that "do not ignore the instructions of your doctor" is none.
"""

from __future__ import annotations

import re

_STARTS = r"(?:^|[.;:!?,)\]»”\"-]\s*|\n\s*)"
_SAYS = r"\s*[:«„“\"'‹]"
# By language: a verb that ignores with what it ignores, and a verb that answers with what follows it.
_IGNORING = (
    # German
    r"(?:bitte\s+|und\s+)?(?:ignorier(?:e|en\s+sie)?|missachte(?:n\s+sie)?|verg(?:iss|essen\s+sie)|übergeh(?:e|en\s+sie))\b"
    r"[^.;]{0,60}\b(?:anweisung\w*|instruktion\w*|vorgaben?|prompts?|vorherige[nrs]?|bisherige[nrs]?|obige[nrs]?|schema)\b",
    # French
    r"(?:veuillez\s+|et\s+)?(?:ignor(?:e|ez|er)|oubli(?:e|ez|er)|néglig(?:e|ez|er))\b"
    r"[^.;]{0,60}\b(?:instructions?|consignes?|directives?|ce\s+qui\s+précède|le\s+schéma|le\s+texte)\b",
    # Spanish and Portuguese
    r"(?:por\s+favor,?\s+|[ye]\s+)?(?:ignor[ae]n?|olvid[ae]n?|esqueça|desconsidere|haz\s+caso\s+omiso\s+de)\b"
    r"[^.;]{0,60}\b(?:instrucci\w+|instruç\w+|indicaciones|lo\s+anterior|o\s+texto|el\s+texto|acima|el\s+esquema)\b",
    # Italian
    r"(?:per\s+favore,?\s+|e\s+)?(?:ignora(?:te)?|dimentica(?:te)?|trascura(?:te)?)\b"
    r"[^.;]{0,60}\b(?:istruzioni|indicazioni|quanto\s+sopra|il\s+testo|lo\s+schema)\b",
    # Dutch, Swedish, Danish and Norwegian
    r"(?:en\s+|och\s+|og\s+)?(?:negeer|vergeet|ignorera|glöm|ignor[eé]r|glem)\b"
    r"[^.;]{0,60}\b(?:instructies?|aanwijzingen|bovenstaande|instruktion\w*|anvisning\w*|ovanstående|ovenstående|instruks\w*)\b",
    # Polish and Czech
    r"(?:i\s+|a\s+)?(?:z?ignoruj(?:te)?|zapomnij|zapomeň(?:te)?|pomiń)\b"
    r"[^.;]{0,60}\b(?:instrukcj\w+|polece\w+|powyższ\w+|instrukc\w+|pokyn\w*|výše)\b",
    # Russian and Ukrainian
    r"(?:и\s+|та\s+)?(?:игнорируй(?:те)?|забудь(?:те)?|ігноруй(?:те)?)\b"
    r"[^.;]{0,60}\b(?:инструкци\w+|указани\w+|предыдущ\w+|інструкці\w+|вказівк\w+)\b",
)
_ANSWERING = (
    r"(?:bitte\s+|und\s+)?antworte(?:n\s+sie)?\b(?:" + _SAYS + r"|,?\s+(?:dass|mit|nur)\b)",
    r"(?:et\s+)?réponde?[sz]\b(?:" + _SAYS + r"|\s+(?:que|uniquement|simplement)\b)",
    r"(?:[ye]\s+)?(?:responde|responda|contesta|conteste)\b(?:" + _SAYS + r"|\s+(?:que|solo|apenas)\b)",
    r"(?:e\s+)?rispond(?:i|ete)\b(?:" + _SAYS + r"|\s+(?:che|solo)\b)",
    r"(?:en\s+)?antwoord\b(?:" + _SAYS + r"|\s+(?:dat|alleen)\b)",
    r"(?:i\s+)?odpowiedz\b(?:" + _SAYS + r"|,?\s+że\b)",
    r"(?:и\s+)?(?:ответь|отвечай)(?:те)?\b(?:" + _SAYS + r"|,?\s+что\b)",
)
_ADDRESSING = (
    r"\b(?:hinweis|nachricht|anweisung|note|nota|remarque|nota|let\s+op|uwaga|внимание)\b[^.;:]{0,20}"
    r"\b(?:KI|IA|ИИ|AI|sprachmodell\w*|modèle\s+de\s+langage|modelo\s+de\s+lenguaje|modelo\s+de\s+linguagem"
    r"|modello\s+linguistico|taalmodel\w*|modelu?\s+językow\w+|языков\w+\s+модел\w+)\b",
)
# Written without spaces between words, so that there is no beginning of a clause to look for.
_UNSPACED = (
    r"(?:忽略|无视|無視|忘记|忘記|不要理会)[^。；]{0,20}(?:指令|指示|提示|命令|说明|說明)",
    r"(?:指示|命令|プロンプト)[^。]{0,6}を(?:すべて)?(?:無視|忘れ)",
    r"(?:지시|명령|지침)[^.。]{0,10}(?:무시|잊)",
    r"تجاهل[^.؛]{0,40}(?:التعليمات|الأوامر|ما\s+سبق)",
)
_FORMS = (*(_STARTS + form for form in (*_IGNORING, *_ANSWERING)), *_ADDRESSING, *_UNSPACED)
_ORDER = re.compile("|".join(_FORMS), re.IGNORECASE)


def gives_orders(text: str) -> bool:
    """Whether a text that is not English tells a program what to do."""
    return _ORDER.search(text) is not None
