// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ReceiveLibrary} from "./ReceiveLibrary.sol";

/// @notice Where a message comes from.
struct Origin {
    uint32 srcEid;
    bytes32 sender;
    uint64 nonce;
}

/// @notice A contract that takes messages.
interface IReceiver {
    function lzReceive(
        Origin calldata origin,
        bytes32 guid,
        bytes calldata message,
        address executor,
        bytes calldata extraData
    ) external payable;
}

/// @notice Delivers messages that the receiver's library holds for verified, and lets the receiver's delegate choose how.
/// @dev One library, which cannot be exchanged; no fees, no order of nonces.
contract Endpoint {
    struct SetConfigParam {
        uint32 eid;
        uint32 configType;
        bytes config;
    }

    ReceiveLibrary public immutable receiveLibrary;
    mapping(address receiver => address delegate) public delegates;
    mapping(bytes32 guid => bool) public isDelivered;

    event DelegateSet(address sender, address delegate);
    event PacketDelivered(Origin origin, address receiver);

    error LZ_Unauthorized();
    error LZ_PathNotVerifiable();

    constructor(address owner) {
        receiveLibrary = new ReceiveLibrary(address(this), owner);
    }

    /// @notice Names who may configure the caller's paths.
    function setDelegate(address delegate) external {
        delegates[msg.sender] = delegate;
        emit DelegateSet(msg.sender, delegate);
    }

    /// @notice Sets who verifies messages for a receiver: it, or its delegate, decides.
    function setConfig(address receiver, address, SetConfigParam[] calldata params) external {
        if (msg.sender != receiver && msg.sender != delegates[receiver]) revert LZ_Unauthorized();
        for (uint256 i; i < params.length; ++i) {
            receiveLibrary.setUlnConfig(
                receiver, params[i].eid, abi.decode(params[i].config, (ReceiveLibrary.UlnConfig))
            );
        }
    }

    function lzReceive(
        Origin calldata origin,
        address receiver,
        bytes32 guid,
        bytes calldata message,
        bytes calldata extraData
    ) external payable {
        bytes32 payloadHash = keccak256(abi.encode(origin, receiver, guid, message));
        bool isVerified = receiveLibrary.isVerified(receiver, origin.srcEid, payloadHash);
        if (isDelivered[guid] || !isVerified) revert LZ_PathNotVerifiable();
        isDelivered[guid] = true;
        IReceiver(receiver).lzReceive{value: msg.value}(
            origin, guid, message, msg.sender, extraData
        );
        emit PacketDelivered(origin, receiver);
    }

    function getReceiveLibrary(address, uint32)
        external
        view
        returns (address lib, bool isDefault)
    {
        return (address(receiveLibrary), true);
    }
}
