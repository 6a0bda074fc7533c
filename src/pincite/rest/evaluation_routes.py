"""How often answers were right: evaluations that were kept, and what the levels of strictness rest on."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from pincite.measure.saved import KeptEvaluation, kept_beside
from pincite.rest.callers import Place, Reading
from pincite.rest.evaluation_forms import (
    EvaluationDetail,
    EvaluationList,
    LevelList,
    detail_form,
    levels_form,
    summary_form,
)
from pincite.rest.problems import Refused
from pincite.rest.replies import reply
from pincite.rest.texts import Id
from pincite.stores.place import folder_of

router = APIRouter(tags=["evaluations"])


@router.get("/v1/levels", response_model=LevelList, summary="What the levels of strictness rest on")
async def levels(place: Reading) -> Response:
    """For each kind of answer, the bar of each level, the answers counted at it, and how many were wrong."""
    found = await place.desk.run(lambda: place.library.levels())
    return reply(LevelList(measured=[levels_form(each) for each in found]))


@router.get("/v1/evaluations", response_model=EvaluationList, summary="Evaluations that were kept")
async def evaluations(place: Reading) -> Response:
    """What `pincite eval --keep` kept, the newest first. Takes a key that opens all collections."""
    found = await place.desk.look(lambda: _kept(place))
    return reply(EvaluationList(evaluations=[summary_form(each) for each in found]))


@router.get("/v1/evaluations/{evaluation}", response_model=EvaluationDetail, summary="Look at an evaluation")
async def show(place: Reading, evaluation: Id) -> Response:
    """Scores with their intervals, curves, the weakest corners, and examples of each kind of error."""
    found = await place.desk.look(lambda: _kept(place))
    for each in found:
        if each.id == evaluation:
            return reply(detail_form(each))
    raise Refused(404, "NotFound", "There is no such evaluation.")


def _kept(place: Place) -> list[KeptEvaluation]:
    """An evaluation quotes documents, whichever collection they are of."""
    if place.caller.key and place.caller.key.collections:
        raise Refused(403, "OtherCollection", "Evaluations are for keys that open all collections.")
    return kept_beside(folder_of(place.desk.main.settings.library))
