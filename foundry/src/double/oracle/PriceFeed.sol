// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// @notice Chainlink-like feed with a settable answer; every answer opens a round.
contract PriceFeed is Ownable {
    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);

    uint8 public immutable decimals;
    uint256 public constant version = 4;
    string public description;
    uint80 private _round;
    uint256 private _updatedAt;
    int256 private _answer;

    constructor(address owner, string memory pair, uint8 feedDecimals, int256 answer)
        Ownable(owner)
    {
        description = pair;
        decimals = feedDecimals;
        _open(answer);
    }

    function setAnswer(int256 answer) external onlyOwner {
        _open(answer);
    }

    function latestAnswer() external view returns (int256) {
        return _answer;
    }

    function latestRoundData()
        external
        view
        returns (
            uint80 roundId,
            int256 answer,
            uint256 startedAt,
            uint256 updatedAt,
            uint80 answeredInRound
        )
    {
        return (_round, _answer, _updatedAt, _updatedAt, _round);
    }

    function _open(int256 answer) private {
        _round += 1;
        _answer = answer;
        _updatedAt = block.timestamp;
        emit AnswerUpdated(answer, _round, block.timestamp);
    }
}
