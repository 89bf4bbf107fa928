// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// @notice Settable `getRate()`, in the unit that its reader expects.
contract RateProvider is Ownable {
    event RateUpdated(uint256 rate);

    uint256 public getRate;

    constructor(address owner, uint256 rate) Ownable(owner) {
        getRate = rate;
        emit RateUpdated(rate);
    }

    function setRate(uint256 rate) external onlyOwner {
        getRate = rate;
        emit RateUpdated(rate);
    }
}
